// What the pages of `orogen serve` say if something does not answer.

const LIBRARIES = '**/node_modules/**';
const refuse = (route) => route.fulfill({ status: 503, contentType: 'application/json', body: '{}' });

/// A page, what does not answer, and what the page says: in the alert, or in the explanation of why there is no terrain.
const CASES = [
  { path: '', fails: '**/vector.json', where: '#error', says: /^Contours, rivers and lakes are missing: \S+\/vector\.json: 503 .* Reload/ },
  { path: '', fails: '**/vector/*/*/*', where: '#error', says: /^A tile of contours, rivers and lakes is missing: .*503.* Reload/ },
  { path: '', fails: '**/terrarium/*/*/*', where: '#error', says: /^A tile of heights is missing: .*503.* Reload/ },
  { path: '', fails: '**/terrarium.json', where: '#choice', says: /^The terrain cannot be shown\s+\S+\/terrarium\.json: 503/ },
  { path: '', fails: LIBRARIES, where: '#choice', says: /^A library is missing[^]*with MapLibre GL JS, and[^]*npm install maplibre-gl in the folder in which the server runs/ },
  { path: 'globe', fails: LIBRARIES, where: '#choice', says: /^A library is missing[^]*with CesiumJS, and[^]*npm install cesium in/ },
  { path: 'three', fails: LIBRARIES, where: '#choice', says: /^A library is missing[^]*with three\.js and 3DTilesRendererJS, and[^]*npm install three 3d-tiles-renderer in/ },
];

export async function checkFailures({ browser, report }, address) {
  for (const { path, fails, where, says } of CASES) {
    const tab = await browser.newPage({ viewport: { width: 512, height: 512 } });
    const others = [];
    await tab.route((url) => !url.href.startsWith(address) && url.protocol.startsWith('http'), (route) => {
      others.push(route.request().url());
      return refuse(route);
    });
    await tab.route(fails, refuse);
    await tab.goto(address + path);
    const found = await said(tab, where, says);
    const file = `/${path} without ${fails.slice(3)}`;
    report({ program: 'Chromium', file, what: 'the page says what is missing, and asks no other server', found, others: [...others], holds: says.test(found) && others.length === 0 });
    if (fails === LIBRARIES) await choose(tab, { file, others, report });
    await tab.close();
  }
}

/// The text of a part of the page, when it is there or after four minutes without it.
async function said(tab, where, says) {
  const is = ([id, source]) => !document.querySelector(id).hidden && new RegExp(source).test(document.querySelector(id).innerText);
  await tab.waitForFunction(is, [where, says.source], { timeout: 240_000 }).catch(() => {});
  return tab.locator(where).innerText();
}

/// Chooses a place for the libraries, which does not answer either.
async function choose(tab, { file, others, report }) {
  const says = /https:\/\/unpkg\.com\/ does not answer/;
  await tab.locator('button', { hasText: 'unpkg.com' }).click();
  const found = await said(tab, '#choice', says);
  const offers = await tab.locator('#places button:enabled').count();
  const isAsked = others.length > 0 && others.every((url) => url.startsWith('https://unpkg.com/'));
  report({ program: 'Chromium', file, what: 'a place that is chosen is asked, and another one can be chosen', others, offers, holds: says.test(found) && isAsked && offers === 2 });
}
