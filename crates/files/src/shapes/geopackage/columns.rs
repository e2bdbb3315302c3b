//! The columns of a table, from the text of `CREATE TABLE` that the database keeps.

/// The longest text that is read, in bytes. Tables have at most 2000 columns.
const MAX_BYTES: usize = 1 << 20;

/// The names of the columns that rows store, in their order. `None` if the text defines no columns.
pub(super) fn columns(sql: &str) -> Option<Vec<String>> {
    (sql.len() <= MAX_BYTES).then_some(())?;
    let tokens = tokens(sql);
    let open = tokens.iter().position(|token| *token == Token::Mark('('))?;
    let (mut depth, mut definitions) = (0, vec![Vec::new()]);
    for token in &tokens[open + 1..] {
        match token {
            Token::Mark('(') => depth += 1,
            Token::Mark(')') if depth == 0 => break,
            Token::Mark(')') => depth -= 1,
            Token::Mark(',') if depth == 0 => definitions.push(Vec::new()),
            _ if depth == 0 => definitions.last_mut()?.push(token),
            _ => {}
        }
    }
    let names = definitions.iter().filter(|definition| is_stored(definition)).map(|definition| {
        definition.first().and_then(|name| match name {
            Token::Word(name) | Token::Quoted(name) => Some(name.clone()),
            Token::Mark(_) => None,
        })
    });
    names.collect()
}

/// Whether rows have a value for it: it is neither a constraint of the table nor a column that is computed when it is read.
fn is_stored(definition: &[&Token]) -> bool {
    const CONSTRAINTS: [&str; 5] = ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"];
    let is = |token: &Token, keyword: &str| matches!(token, Token::Word(word) if word.eq_ignore_ascii_case(keyword));
    let has = |keyword| definition.iter().skip(1).any(|token| is(token, keyword));
    let is_constraint = |name: &&Token| CONSTRAINTS.iter().any(|keyword| is(name, keyword));
    !definition.first().is_some_and(is_constraint) && (!has("AS") || has("STORED"))
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    /// A name or a text in quotes.
    Quoted(String),
    Mark(char),
}

/// The tokens of a statement without its comments.
fn tokens(sql: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = sql;
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        rest = match first {
            '-' if after.starts_with('-') => after.split_once('\n').map_or("", |(_, rest)| rest),
            '/' if after.starts_with('*') => after[1..].split_once("*/").map_or("", |(_, rest)| rest),
            '"' | '\'' | '`' | '[' => {
                let (name, rest) = quoted(after, if first == '[' { ']' } else { first });
                tokens.push(Token::Quoted(name));
                rest
            }
            _ if is_of_word(first) => {
                let (word, rest) = rest.split_at(rest.find(|c| !is_of_word(c)).unwrap_or(rest.len()));
                tokens.push(Token::Word(word.to_owned()));
                rest
            }
            _ => {
                if !first.is_whitespace() {
                    tokens.push(Token::Mark(first));
                }
                after
            }
        };
    }
    tokens
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$' || !c.is_ascii()
}

/// The text up to the quote that closes it, and what follows. Two quotes stand for one.
fn quoted(text: &str, quote: char) -> (String, &str) {
    let mut name = String::new();
    let mut rest = text;
    while let Some((part, after)) = rest.split_once(quote) {
        name.push_str(part);
        match after.strip_prefix(quote) {
            Some(after) if quote != ']' => {
                name.push(quote);
                rest = after;
            }
            _ => return (name, after),
        }
    }
    (name, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_in_any_statement() {
        let cases = [
            (
                r#"CREATE TABLE "roads" ( "fid" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, "geom" LINESTRING, "name" TEXT(20))"#,
                "fid geom name",
            ),
            (
                "CREATE TABLE a(x, [y z] REAL DEFAULT (1, 2), `q``r` TEXT DEFAULT 'a,b)', PRIMARY KEY (x), CHECK (x > 0))",
                "x|y z|q`r",
            ),
            (
                "create table a -- a comment (b, c)\n(x /* , y */, z REAL AS (x * 2), w GENERATED ALWAYS AS (x) STORED)",
                "x w",
            ),
            (r#"CREATE TABLE "a ""b"", (c" (primary_key, "check" INT, straße)"#, "primary_key check straße"),
        ];
        for (sql, expected) in cases {
            let separator = if expected.contains('|') { '|' } else { ' ' };
            let expected: Vec<_> = expected.split(separator).collect();
            assert_eq!(columns(sql).unwrap(), expected, "{sql}");
        }
        assert_eq!(columns("CREATE VIEW a AS SELECT 1"), None);
        assert_eq!(columns("CREATE TABLE a ((b))"), None);
    }
}
