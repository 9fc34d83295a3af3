import { maintenancePage } from '#api/admin/nginx/maintenance-page.ts';
import { nginxConfiguration } from '#api/admin/nginx/nginx-configuration.ts';
import { type Command, json } from '#api/cli/command.ts';
import { printList } from '#api/cli/output.ts';
import { showSettings } from '#api/lib/show-settings.ts';
import { OperatorError } from '#api/lib/errors.ts';

export const installationCommands: readonly Command[] = [
  {
    name: 'settings',
    summary: 'Show all settings, without secrets',
    options: { json, set: { about: 'only those that are set' } },
    async runOffline(context) {
      const all = showSettings(context.environment);
      const shown = context.options.hasFlag('set') ? all.filter(({ isSet }) => isSet) : all;
      printList(context, shown, 'Nothing is set.', ({ name, value, isSet }) => ({ setting: name, value, set: isSet }));
    },
  },
  {
    name: 'nginx',
    summary: 'Print the configuration of nginx for this site',
    options: {
      'without-certificate': { about: 'for the time before there is one: what a certificate authority needs' },
      'maintenance-page': { about: 'print the page that nginx shows while no instance answers' },
    },
    notes: ['It follows from SITE_URL and UPSTREAMS. The package installs it: /usr/lib/rempart-azur/configure-nginx.'],
    async runOffline({ settings: { siteUrl, isSiteUrlGiven, upstreams }, output, options }) {
      if (!isSiteUrlGiven)
        throw new OperatorError('The setting SITE_URL is missing: nginx needs the name of the site.');
      const hasCertificate = !options.hasFlag('without-certificate');
      output.out(
        options.hasFlag('maintenance-page')
          ? maintenancePage()
          : nginxConfiguration({ siteUrl, upstreams, hasCertificate }),
      );
    },
  },
];
