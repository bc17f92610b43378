// Takes docs/images/neo4j-browser.png anew: opens Neo4j Browser in a headless
// Chromium, drops grove.grass on it, runs one of the saved queries and takes a
// picture of its graph. docs/neo4j-browser.md says how to run it.
//
//   node screenshot.mjs HTTP-ADDRESS BOLT-ADDRESS PICTURE ["title of a query" [NAME]]
//
// NAME is looked for in the place of the name in the query, which is of the sample.
// GROVE_WORKSPACE is the workspace (default demo).
// NEO4J_USER and NEO4J_PASSWORD log in; without a password the server asks for none.
// CHROMIUM is the browser (default /usr/bin/chromium). Module: playwright-core.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// Modules are looked up from the working folder: none belongs in the repository.
const { chromium } = (() => {
  try {
    return createRequire(process.cwd() + '/')('playwright-core');
  } catch {
    return fail('the module playwright-core is not in this folder', 'run: npm install playwright-core');
  }
})();

const [http, bolt, picture, title = 'All that an entity rests on (graph)', name] = process.argv.slice(2);
if (!picture) fail('an address or the picture is missing', 'run: node screenshot.mjs HTTP-ADDRESS BOLT-ADDRESS PICTURE');
const here = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');

// The saved query of the title, with its title.
const all = here('queries.cypher');
const begin = all.indexOf(`// ${title}\n`);
if (begin < 0) fail(`no saved query has the title "${title}"`, 'queries.cypher has the titles');
const saved = all.slice(begin, all.indexOf(';\n', begin));
const query = name ? saved.replace(/'[^']*' AS name/, () => `'${name.replace(/['\\]/g, '\\$&')}' AS name`) : saved;

const executablePath = process.env.CHROMIUM || '/usr/bin/chromium';
const workspace = (process.env.GROVE_WORKSPACE || 'demo').replace(/['\\]/g, '\\$&');

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  .catch((e) => fail(`the browser ${executablePath} does not start: ${firstLine(e)}`, 'install Chromium, or name it by CHROMIUM'));
let doing = 'opening the page';
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1.5 });
  // Nothing but the server is asked.
  await page.route((url) => url.host !== new URL(http).host, (route) => route.abort());
  page.setDefaultTimeout(30_000);
  await page.goto(`${http}/browser/?dbms=${bolt}&db=neo4j`);
  doing = `connecting to ${bolt}`;
  if (process.env.NEO4J_PASSWORD) {
    await page.fill('[data-testid=username]', process.env.NEO4J_USER || 'neo4j');
    await page.fill('[data-testid=password]', process.env.NEO4J_PASSWORD);
  }
  await page.click('[data-testid=connect]');
  await page.waitForSelector('[data-testid=connect]', { state: 'detached' });

  await page.waitForSelector('text=:play start'); // what a server greets with comes first
  doing = 'loading the style';
  await drop(page, 'grove.grass', here('grove.grass'));
  await page.waitForSelector('text=node.KeyElement');
  for (const text of [`:param workspace => '${workspace}'`, query]) {
    doing = `running ${text.split('\n')[0]}`;
    await drop(page, 'query.cypher', text);
    await page.click('.filedrop-paste-in-editor');
    await page.click('[data-testid=editor-Run]');
    await page.waitForTimeout(1000);
  }
  doing = `waiting for nodes of the workspace ${workspace}; does the server hold it, and does the query find something?`;
  const frame = page.locator('[data-testid=frame]').first();
  await frame.locator('g.node').first().waitFor();
  await frame.locator('[title=Fullscreen]').click();
  await page.waitForTimeout(5000); // the layout comes to rest
  await frame.locator('[aria-label=zoom-to-fit]').click();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: picture });
} catch (e) {
  await browser.close();
  fail(`${doing}: ${firstLine(e)}`, 'is the server running at these addresses, and are NEO4J_USER, NEO4J_PASSWORD and GROVE_WORKSPACE right?');
}
await browser.close();

// fail ends the script with a cause and a remedy.
function fail(cause, hint) {
  console.error(`screenshot: ${cause}\nhint: ${hint}`);
  process.exit(1);
}

function firstLine(e) {
  return String(e.message ?? e).split('\n')[0];
}

// drop lets a file fall on the page, as from a person's file manager.
async function drop(page, name, text) {
  const files = await page.evaluateHandle(([name, text]) => {
    const files = new DataTransfer();
    files.items.add(new File([text], name));
    return files;
  }, [name, text]);
  await page.dispatchEvent('.filedrop', 'drop', { dataTransfer: files });
}
