//! `orogen serve`: makes map tiles on demand.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use orogen_engine::recipe::Recipe;
use orogen_serve::{Live, NotServed, Options, Server, Tiles};

use crate::failure::Failure;
use crate::follow::{Follower, WatchOption};
use crate::signals::Watch;
use crate::{numbers, printable, recipe, solving};

/// Serve map tiles of a terrain over HTTP.
///
/// The tiles are made when a map asks for them: heights for MapLibre, deck.gl and similar libraries (Terrarium and Mapbox), shading,
/// colours, contours with rivers and lakes, and meshes for Cesium. The server's address shows the terrain on a map, and /globe and
/// /three on a globe: see docs/serve.md.
///
/// The terrain goes on beyond its domain, at all zoom levels up to 22, with the detail that each level can show.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A recipe file or preset name; `-` reads the recipe from standard input.
    recipe: PathBuf,
    /// Position of the domain's centre on the map, in degrees [default: 0,0]. Planets have positions of their own.
    #[arg(long, value_name = "LAT,LON", allow_hyphen_values = true, value_parser = numbers::pair)]
    at: Option<[f64; 2]>,
    /// The address to listen on. Port 0 is any free port.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8080")]
    listen: String,
    /// The most memory for tiles that are kept.
    #[arg(long, value_name = "SIZE", default_value = "256MB", value_parser = numbers::bytes)]
    cache: u64,
    /// Tiles that are made at once [default: the number of the machine's threads].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Tiles that wait to be made. Further requests get the status 503.
    #[arg(long, value_name = "N", default_value = "64", value_parser = clap::value_parser!(u16))]
    queue: u16,
    /// The time limit of a request in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    timeout: Duration,
    /// The only origin whose pages may read the tiles, such as `https://example.org` [default: all].
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Option<String>,
    /// The form of the log on stderr, which has a line for each request.
    #[arg(long, value_enum, default_value = "text")]
    log: Log,
    #[command(flatten)]
    follow: WatchOption,
    #[command(flatten)]
    choices: recipe::Choices,
}

const EXAMPLES: &str = "\
Examples:
  orogen serve alps
  orogen serve mine.toml --at 46.5,8.1 --watch
  orogen serve terra --listen 0.0.0.0:80 --cache 2GB --log json";

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Log {
    /// Lines for people
    Text,
    /// A JSON object for each line
    Json,
    /// No log
    Off,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.1..=3600.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "give seconds, a number from 0.1 to 3600".to_owned())
}

/// Where the pages look for their libraries, below the folder that the command runs in.
const LIBRARIES: &str = "node_modules";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let watch = Watch::new().map_err(|error| Failure::job(format!("cannot handle Ctrl-C: {error}"), ""))?;
    start_log(args.log);
    if !args.follow.is_given() {
        let server = server(args, recipe::load(&args.recipe, &args.choices)?)?;
        return serve(server, &watch);
    }
    let mut follower = Follower::new(&args.recipe, &args.choices)?;
    let server = server(args, follower.read()?)?;
    let (live, is_over) = (server.live(), AtomicBool::new(false));
    thread::scope(|scope| {
        scope.spawn(|| follow(args, &mut follower, &live, &is_over));
        // The other thread also ends if the server panics.
        let _end = End(&is_over);
        serve(server, &watch)
    })
}

/// Sets a flag when it is dropped.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn start_log(log: Log) {
    let log_to_stderr = tracing_subscriber::fmt().with_writer(io::stderr).with_target(false);
    // If the program that contains this command has a log, the lines go there.
    _ = match log {
        Log::Text => log_to_stderr.try_init(),
        Log::Json => log_to_stderr.json().flatten_event(true).try_init(),
        Log::Off => Ok(()),
    };
}

fn server(args: &Args, recipe: Recipe) -> Result<Server, Failure> {
    let usual = Options::default();
    let libraries = Some(PathBuf::from(LIBRARIES)).filter(|folder| folder.is_dir());
    let options = Options {
        cache_bytes: args.cache,
        threads: args.threads.map_or(usual.threads, usize::from),
        queue: args.queue.into(),
        timeout: args.timeout,
        allow_origin: args.allow_origin.clone(),
        is_watching: args.follow.is_given(),
        libraries,
        ..usual
    };
    Ok(Server::bind(&args.listen, options, tiles(recipe, args.at, true)?)?)
}

/// The tiles of a recipe. `visible` shows the progress of solutions.
pub(crate) fn tiles(recipe: Recipe, place: Option<[f64; 2]>, visible: bool) -> Result<Tiles, Failure> {
    Tiles::new(recipe, Arc::new(solving::files(visible)), place).map_err(|error| match error {
        NotServed::Recipe(error) => error.into(),
        NotServed::Place(problem) => problem.into(),
    })
}

fn serve(server: Server, watch: &Watch) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "serving on http://{}/ (Ctrl-C ends)", server.address())?;
    out.flush()?;
    server.run(|| watch.is_requested()).map_err(Failure::Job)
}

/// Serves each new version of the recipe. While a version is wrong, the one before it is served.
fn follow(args: &Args, follower: &mut Follower<'_>, live: &Live, is_over: &AtomicBool) {
    while follower.wait(|| is_over.load(Ordering::Relaxed)) {
        match follower.read().and_then(|recipe| tiles(recipe, args.at, true)) {
            Ok(tiles) => {
                live.replace(tiles);
                eprintln!("serving {} as it is now", printable::path(&args.recipe));
            }
            Err(failure) => {
                failure.print();
                live.report(failure.text());
            }
        }
    }
}
