// npm up to 10 installs the Node that fits this machine, then takes away its link together with the Nodes that do not fit.
// Plain JavaScript: this runs at the end of an installation, on whatever Node runs npm.
import { existsSync, rmSync, symlinkSync } from 'node:fs';

// npm leaves out optional packages that need a newer Node than its own, without a word: the build would fail for want of them.
const [, npmNode] = /\bnode\/v(\d+)/.exec(process.env.npm_config_user_agent ?? '') ?? [];
if (Number(npmNode) < 20) {
  console.error(
    `npm runs on Node ${npmNode} and has left out packages that need Node 20 or newer: see "Packages" in docs/install.md, then run \`npm ci\` again.`,
  );
  process.exit(1);
}

const { platform, arch } = process;
const home = `node-${platform}-${arch}`;
const link = 'node_modules/.bin/node';

if (existsSync(`node_modules/${home}/bin/node`) && !existsSync(link)) {
  rmSync(link, { force: true });
  symlinkSync(`../${home}/bin/node`, link);
}
