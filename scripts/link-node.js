// npm up to 10 installs the Node that fits this machine, then takes away its link together with the Nodes that do not fit.
// Plain JavaScript: this runs at the end of an installation, on whatever Node runs npm.
import { existsSync, rmSync, symlinkSync } from 'node:fs';

const { platform, arch } = process;
const home = `node-${platform}-${arch}`;
const link = 'node_modules/.bin/node';

if (existsSync(`node_modules/${home}/bin/node`) && !existsSync(link)) {
  rmSync(link, { force: true });
  symlinkSync(`../${home}/bin/node`, link);
}
