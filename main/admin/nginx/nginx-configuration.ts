import { securityHeaders } from '#api/lib/security-headers.ts';
import { addHeaders, quote } from './syntax.ts';
import { certificate, challengeRoot, redirect } from './tls.ts';

/** Where a package keeps files of the site whose names change with their content: those of this version and of the one before. */
export const assetsRoot = '/var/cache/rempart-azur';
/** The folder of the page that stands in for a server that does not answer. */
export const maintenanceRoot = '/var/cache/rempart-azur/maintenance';

export interface NginxSettings {
  siteUrl: string;
  /** Host and port of each instance. */
  upstreams: readonly string[];
  /** Without one, there is only what a certificate authority needs. */
  hasCertificate: boolean;
}

/** An nginx configuration in front of our server, for Debian's nginx (1.22 or newer). */
export function nginxConfiguration({ siteUrl, upstreams, hasCertificate }: NginxSettings): string {
  const { protocol, hostname } = new URL(siteUrl);
  const isHttps = protocol === 'https:';
  if (isHttps && !hasCertificate) return withoutCertificate(hostname);
  return `${shared(upstreams)}${isHttps ? redirect(hostname) : ''}
server {
  listen ${isHttps ? '443 ssl http2' : '80'};
  listen [::]:${isHttps ? '443 ssl http2' : '80'};
  server_name ${hostname};${isHttps ? certificate(hostname) : ''}
${site(isHttps)}
}
`;
}

const head = (
  what: string,
) => `# Written by \`rempart-azur nginx\`${what}. Settings change it; by hand, changes are lost.
`;

const withoutCertificate = (hostname: string) => `${head(`: there is no certificate for ${hostname} yet`)}
server {
  listen 80;
  listen [::]:80;
  server_name ${hostname};
  server_tokens off;
  location ^~ /.well-known/acme-challenge/ { root ${challengeRoot}; }
  location / { return 503; }
}
`;

const shared = (upstreams: readonly string[]) => `${head('')}
# Without the query, which contains what customers search for.
log_format portal '$remote_addr [$time_iso8601] "$request_method $uri" $status $body_bytes_sent $request_id';

# Per IP address. A page asks for up to 50 files at once, and an office shares one IP address.
limit_conn_zone $binary_remote_addr zone=portal_connections:10m;
limit_conn_zone $binary_remote_addr zone=portal_streams:10m;
limit_conn_zone $portal_uploader zone=portal_uploads:10m;
limit_conn_zone $portal_upload_server zone=portal_all_uploads:1m;
limit_req_zone $binary_remote_addr zone=portal_requests:10m rate=50r/s;
limit_req_zone $binary_remote_addr zone=portal_sign_in:10m rate=5r/s;

# Uploads have limits of their own, downloads of the same path have not: nginx does not count a request whose key is empty.
map $request_method $portal_uploader {
  default $binary_remote_addr;
  GET "";
  HEAD "";
}
map $request_method $portal_upload_server {
  default $server_name;
  GET "";
  HEAD "";
}

# Content negotiation over precompressed files: brotli before gzip, and neither with q=0.
map $http_accept_encoding $portal_br {
  default "";
  "~*(?:^|,)\\s*br\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$)" "";
  "~*(?:^|,)\\s*(?:br|\\*)\\s*(?:;\\s*q=(?:1|0?\\.0*[1-9])[\\d.]*\\s*)?(?:,|$)" br;
}
map $http_accept_encoding $portal_gzip {
  default "";
  "~*(?:^|,)\\s*(?:x-)?gzip\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$)" "";
  "~*(?:^|,)\\s*(?:(?:x-)?gzip|\\*)\\s*(?:;\\s*q=(?:1|0?\\.0*[1-9])[\\d.]*\\s*)?(?:,|$)" gzip;
}
map "$portal_br $portal_gzip" $portal_encoding {
  default "";
  "~^br" br;
  "~gzip$" gzip;
}
map $portal_encoding $portal_suffix {
  default "";
  br ".br";
  gzip ".gz";
}
map $uri $portal_type {
  default "";
  "~\\.js(?:\\.br|\\.gz)?$" "text/javascript; charset=utf-8";
  "~\\.css(?:\\.br|\\.gz)?$" "text/css; charset=utf-8";
}
map $uri $portal_unavailable {
  default @unavailable;
  "~^/api(?:/|$)" @unavailable_api;
}

# Pages are asked for again after a second. They are served from here while no instance answers.
proxy_cache_path /var/lib/nginx/portal keys_zone=portal_pages:1m max_size=50m inactive=30d use_temp_path=off;

upstream portal {
${upstreams.map((one) => `  server ${one} max_fails=5 fail_timeout=1s;`).join('\n')}
  keepalive 32;
}
`;

const jsonError =
  '{"error":{"code":"unavailable","message":"The service is not available. Please try again in a moment."}}';

function site(isHttps: boolean): string {
  const requestId = ['X-Request-Id', '$request_id'] as const;
  const literal = (headers: Iterable<readonly [string, string]>) =>
    [...headers].map(([name, value]) => [name, quote(value)] as const);
  const security = literal(securityHeaders({ isHttps }));
  const immutable = addHeaders([
    ['Cache-Control', quote('public, max-age=31536000, immutable')],
    ...security,
    requestId,
    ['Last-Modified', '""'],
  ]);
  const unavailable = addHeaders([['Retry-After', '30'], ['Cache-Control', 'no-store'], requestId]);
  return `  access_log /var/log/nginx/portal.log portal;
  error_log /var/log/nginx/portal-error.log warn;
  server_tokens off;
  client_max_body_size 64k;
  limit_conn portal_connections 100;
  limit_conn_status 429;
  limit_req zone=portal_requests burst=200 nodelay;
  limit_req_status 429;

  merge_slashes off;
  absolute_redirect off;
  gzip off;
  etag off;
  if_modified_since off;
  max_ranges 0;

  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $host;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header X-Request-Id $request_id;
  # Another instance answers what one does not. What changes something is sent once, unless no connection was made.
  proxy_next_upstream error timeout http_502 http_503;
  proxy_next_upstream_tries 2;
  proxy_connect_timeout 3s;
  error_page 502 504 =503 $portal_unavailable;

  location / {
    proxy_cache portal_pages;
    proxy_cache_key $host$uri;
    proxy_cache_valid 200 1s;
    proxy_cache_use_stale error timeout updating http_502 http_503 http_504;
    proxy_cache_background_update on;
    proxy_ignore_headers Cache-Control;
    proxy_set_header Accept-Encoding $portal_encoding;
    proxy_hide_header X-Request-Id;
    add_header X-Request-Id $request_id always;
    proxy_pass http://portal;
  }

  # A file never changes under its name. Pages of the version before find theirs, too.
  location ~ ^/assets/[\\w.-]+\\.(?:js|css)$ {
    root ${assetsRoot};
    types {}
    default_type "";
    add_header Content-Type $portal_type always;
    add_header Content-Encoding $portal_encoding always;
    add_header Vary Accept-Encoding always;
${immutable}
    try_files $uri$portal_suffix @portal;
  }
  location ~ ^/assets/[\\w.-]+\\.woff2$ {
    root ${assetsRoot};
    types { font/woff2 woff2; }
${immutable}
    try_files $uri @portal;
  }
  location @portal { proxy_pass http://portal; }

  location = /api { proxy_pass http://portal; }
  location = /healthz { proxy_pass http://portal; }
  location = /readyz { proxy_pass http://portal; }
  location /api/ { proxy_pass http://portal; }
  # Its document contains the hash of the active bank account: a former one must not be shown.
  location = /verifier { proxy_pass http://portal; }
  location /api/desk/imports/ {
    client_max_body_size 10m;
    proxy_pass http://portal;
  }
  # An invoice of 500 lines.
  location ~ ^/api/desk/invoices/(?:issue|preview)$ {
    client_max_body_size 1m;
    proxy_pass http://portal;
  }
  # Files of tickets, mails, invoices and contracts: 25 MB each. nginx stores a body before our server knows who sends it, so the limits bound its
  # temporary folder: 125 MB per IP address, 2.5 GB in all.
  location ~ ^/api/(?:(?:portal|desk)/tickets/file|desk/records/file|desk/imports/(?:preview|apply)-document|mail/inbound|v1/documents/.+)$ {
    client_max_body_size 25m;
    client_body_timeout 15s;
    limit_conn portal_connections 100;
    limit_conn portal_uploads 5;
    limit_conn portal_all_uploads 100;
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

  location @unavailable {
    root ${maintenanceRoot};
    default_type "text/html; charset=utf-8";
${unavailable}
    rewrite ^ /index.html break;
  }
  location @unavailable_api {
    default_type application/json;
${unavailable}
    return 503 '${jsonError}';
  }`;
}
