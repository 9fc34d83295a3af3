import { type SiteFile, type SiteManifest, childName, fileHeaders } from '#api/server/site/load-site.ts';
import { securityHeaders } from '#api/lib/security-headers.ts';
import { addHeaders, map, quote } from './nginx-syntax.ts';

/** Where docs/operations.md installs the build; certificates are where certbot keeps them. */
export const installedClient = '/opt/rempart-azur/build/client';

/**
 * Headers that depend on the file become a map from `$site_file`, whose default is the value of the 404 page; a header
 * that all files share is written as it is. nginx sends no header whose value is empty.
 */
function headersByFile(pages: readonly SiteFile[], notFound: SiteFile, isHttps: boolean) {
  const fallback = new Map(fileHeaders(notFound, 404, isHttps));
  const headers = pages.map((file) => [`/${file.file}`, new Map(fileHeaders(file, 200, isHttps))] as const);
  const names = new Set([...fallback.keys(), ...headers.flatMap(([, ofFile]) => [...ofFile.keys()])]);
  const maps: string[] = [];
  const values = [...names].map((name) => {
    const common = fallback.get(name) ?? '';
    const exceptions = headers
      .map(([file, ofFile]) => [file, ofFile.get(name) ?? ''] as const)
      .filter(([, value]) => value !== common);
    if (exceptions.length === 0) return [name, quote(common)] as const;
    const variable = `$site_${name.toLowerCase().replaceAll('-', '_')}`;
    maps.push(map('$site_file', variable, common, exceptions));
    return [name, variable] as const;
  });
  return { maps, values };
}

function siteMaps({ files, notFound: notFoundPath }: SiteManifest, isHttps: boolean) {
  const names = files.flatMap(({ path, file }) => [path, file]);
  const notFound = files.find(({ path }) => path === notFoundPath);
  // Spaces separate the parts of the strings that are matched below.
  if (names.some((name) => /\s/.test(name))) throw new Error('a path of the site holds white space');
  if (notFound === undefined) throw new Error('the site has no 404 page');
  const pages = files.filter((file) => file !== notFound);
  const byFile = (value: (file: SiteFile) => string) => pages.map((file) => [`/${file.file}`, value(file)] as const);
  const encodingsOf = ({ encodings }: SiteFile) => encodings.join(',');
  const { maps, values } = headersByFile(pages, notFound, isHttps);
  const escaped = files.filter(({ path }) => encodeURI(path) !== path);
  const parents = files.filter(({ hasChildren }) => hasChildren).map(({ path }) => path);
  const text = `# The decoded path without trailing slashes.
map $uri $site_path {
  default "";
  "~^(?<site_trimmed>/.*[^/]|/)/*\\z" $site_trimmed;
}

# The document of a dynamic route is sent for every path one segment below it.
map $site_path $site_page {
  default $site_path;
${parents.map((path) => `  "~^${path}/${childName}\\z" ${quote(path)};\n`).join('')}}

# The file of a path. nginx ignores case when it looks up a literal, so the second map compares the path again.
${map(
  '$site_page',
  '$site_candidate',
  '',
  files.map(({ path, file }) => [path, `${path} /${file}`]),
)}
map "$site_page $site_candidate" $site_file {
  default "";
  "~^(?<site_asked>\\S+) \\k<site_asked> (?<site_found>\\S+)$" $site_found;
}
map $site_file $site_is_unknown {
  default "";
  "" 1;
  ${quote(`/${notFound.file}`)} 1;
}

# A path with trailing slashes moves to the one without, if there is such a page.
${map(
  '$site_path',
  '$site_escaped_path',
  '',
  escaped.map(({ path }) => [path, encodeURI(path)]),
).replace('default "";', 'default $site_path;')}
map "$uri $site_path $site_file" $site_location {
  default "";
  "~^(?<site_same>\\S+) \\k<site_same> " "";
  "~^\\S+ \\S+ \\S+$" $site_escaped_path$is_args$args;
}

# Content negotiation over the precompressed files: brotli before gzip, and neither with q=0.
map $http_accept_encoding $site_accepts_br {
  default "";
  "~*(?:^|,)\\s*br\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$)" "";
  "~*(?:^|,)\\s*(?:br|\\*)\\s*(?:;\\s*q=(?:1|0?\\.0*[1-9])[\\d.]*\\s*)?(?:,|$)" br;
}
map $http_accept_encoding $site_accepts_gzip {
  default "";
  "~*(?:^|,)\\s*(?:x-)?gzip\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$)" "";
  "~*(?:^|,)\\s*(?:(?:x-)?gzip|\\*)\\s*(?:;\\s*q=(?:1|0?\\.0*[1-9])[\\d.]*\\s*)?(?:,|$)" gzip;
}
${map('$site_file', '$site_encodings', encodingsOf(notFound), byFile(encodingsOf))}
map "$site_encodings $site_accepts_br $site_accepts_gzip" $site_encoding {
  default "";
  "~br.* br " br;
  "~gzip.* gzip$" gzip;
}
map $site_encoding $site_suffix {
  default "";
  br ".br";
  gzip ".gz";
}
map $site_encoding $site_tag_suffix {
  default "";
  br "-br";
  gzip "-gzip";
}

# Entity tags, and the weak comparison with If-None-Match.
${map(
  '$site_file',
  '$site_tag',
  '',
  byFile(({ etag }) => etag.slice(1, -1)),
)}
map $site_tag $site_etag {
  default '"$site_tag$site_tag_suffix"';
  "" "";
}
map "$site_etag $http_if_none_match" $site_is_unmodified {
  default "";
  '~^"[^"]+" \\s*\\*\\s*$' 1;
  '~^("[^"]+") (?:[^"]*"[^"]*")*?[^"]*\\1' 1;
}

${map(
  '$site_file',
  '$site_type',
  notFound.type,
  byFile(({ type }) => type),
)}
${maps.join('\n')}`;
  return { text, headers: [['ETag', '$site_etag'], ...values] as const, notFound };
}

const tls = (host: string) => `
# Outside the server blocks: the protocol version is negotiated before the server name is known.
ssl_protocols TLSv1.2 TLSv1.3;
ssl_ciphers ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305;
ssl_prefer_server_ciphers off;
ssl_session_cache shared:portal:10m;
ssl_session_tickets off;

server {
  listen 80 default_server;
  access_log off;
  return 301 https://${host}$request_uri;
}

server {
  listen 443 ssl default_server;
  ssl_reject_handshake on;
}
`;

const certificate = (host: string) => `
  ssl_certificate /etc/letsencrypt/live/${host}/fullchain.pem;
  ssl_certificate_key /etc/letsencrypt/live/${host}/privkey.pem;`;

/** An nginx configuration that serves every file of the build with the same responses as our server, and proxies the API. */
export function nginxConfiguration(manifest: SiteManifest): string {
  const { protocol, hostname } = new URL(manifest.builtFor);
  const isHttps = protocol === 'https:';
  const { text, headers, notFound } = siteMaps(manifest, isHttps);
  const requestId = ['X-Request-Id', '$request_id'] as const;
  const content = [['Content-Type', '$site_type'] as const, ['Content-Encoding', '$site_encoding'] as const];
  const file = addHeaders([...headers, requestId, ['Last-Modified', '""']]);
  const plainText = addHeaders([
    ...[
      ['Content-Type', 'text/plain; charset=utf-8'] as const,
      ['Cache-Control', 'no-store'] as const,
      ...securityHeaders({ isHttps }),
    ].map(([name, value]) => [name, quote(value)] as const),
    requestId,
  ]);
  return `# Written by \`npm run build\` for ${manifest.builtFor}; changes are lost with the next build. docs/operations.md says how to install it.

# Without the query, which contains what customers search for. Not $uri, which is the file once it is found.
log_format portal '$remote_addr [$time_iso8601] "$request_method $site_path" $status $body_bytes_sent $request_id';

# Per IP address. A page asks for up to 50 files at once, and an office shares one IP address.
limit_conn_zone $binary_remote_addr zone=portal_connections:10m;
limit_conn_zone $binary_remote_addr zone=portal_streams:10m;
limit_req_zone $binary_remote_addr zone=portal_requests:10m rate=50r/s;
limit_req_zone $binary_remote_addr zone=portal_sign_in:10m rate=5r/s;

map_hash_bucket_size 512;
map_hash_max_size 4096;

# The maps are keyed by $site_file, not by $uri, which a rewrite changes: nginx evaluates each once per request.
${text}

upstream portal {
  server 127.0.0.1:3000;
  keepalive 32;
}
${isHttps ? tls(hostname) : ''}
server {
  listen ${isHttps ? '443 ssl http2' : '80'};
  server_name ${hostname};${isHttps ? certificate(hostname) : ''}
  access_log /var/log/nginx/portal.log portal;
  error_log /var/log/nginx/portal-error.log crit;
  server_tokens off;
  client_max_body_size 64k;
  limit_conn portal_connections 100;
  limit_conn_status 429;
  limit_req zone=portal_requests burst=200 nodelay;
  limit_req_status 429;

  root ${installedClient};
  open_file_cache max=2000 inactive=60s;
  merge_slashes off;
  absolute_redirect off;
  # Types, compression, ranges and validators of nginx's own would contradict the headers below.
  types {}
  default_type "";
  gzip off;
  etag off;
  if_modified_since off;
  max_ranges 0;

  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $host;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header X-Request-Id $request_id;

  location = /api { proxy_pass http://portal; }
  location = /healthz { proxy_pass http://portal; }
  location = /readyz { proxy_pass http://portal; }
  location /api/ { proxy_pass http://portal; }
  location /api/desk/import/ {
    client_max_body_size 10m;
    proxy_pass http://portal;
  }
  # Files of tickets and mails: 25 MB each.
  location ~ ^/api/(?:(?:portal|desk)/ticket/file|mail/inbound)$ {
    client_max_body_size 25m;
    proxy_pass http://portal;
  }
  # Live updates: one stream per signed-in browser, which is open for as long as the browser is.
  location ~ ^/api/(?:portal|desk)/events$ {
    limit_conn portal_streams 300;
    proxy_buffering off;
    proxy_read_timeout 60s;
    proxy_pass http://portal;
  }
  location /api/auth/ {
    limit_req zone=portal_sign_in burst=30 nodelay;
    proxy_pass http://portal;
  }

  # Statuses 470 and 471 never leave nginx. Named locations, because "return" alone adds a page or a length of nginx's own.
  error_page 404 @not_found;
  error_page 405 @method_not_allowed;
  error_page 470 =301 @moved;
  error_page 471 =304 @not_modified;

  location / {
    if ($request_method !~ "^(?:GET|HEAD)$") { return 405; }
    if ($site_location) { return 470; }
    if ($site_is_unknown) { return 404; }
    if ($site_is_unmodified) { return 471; }
    rewrite ^ $site_file$site_suffix break;
${addHeaders(content)}
${file}
  }

  location @not_found {
    rewrite ^ /${notFound.file}$site_suffix break;
${addHeaders(content)}
${file}
  }

  location @not_modified {
    rewrite ^ $site_file$site_suffix break;
${file}
  }

  location @moved {
${plainText}
    add_header Location $site_location always;
    return 200 "Moved Permanently\\n";
  }

  location @method_not_allowed {
${plainText}
    add_header Allow "GET, HEAD" always;
    return 405 "Method Not Allowed\\n";
  }
}
`;
}
