// The browser of the checks, which the package `playwright-core` drives.

import { existsSync } from 'node:fs';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export const FLAGS = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'];

/// A new page of a browser; `errors` collects those of its scripts and of its console.
export async function newPage(browser, errors, options) {
  const page = await browser.newPage(options);
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return page;
}

/// The path of the browser.
export function executable() {
  const path = process.env.CHROMIUM ?? PATHS.find(existsSync);
  if (!path) throw new Error('no Chromium was found: install the package chromium, or set CHROMIUM to its path');
  return path;
}
