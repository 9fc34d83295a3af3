import type { SiteManifest } from '#api/server/site/load-site.ts';
import { securityHeaders } from '#api/lib/security-headers.ts';
import { siteMaps } from './nginx-site-maps.ts';
import { addHeaders, quote } from './nginx-syntax.ts';
import { certificate, redirect } from './nginx-tls.ts';

/** Where docs/install.md installs the build; certificates are where certbot keeps them. */
export const installedClient = '/opt/rempart-azur/build/client';

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
  return `# Written by \`npm run build\` for ${manifest.builtFor}; changes are lost with the next build. docs/install.md says how to install it.

# Without the query, which contains what customers search for. Not $uri, which is the file once it is found.
log_format portal '$remote_addr [$time_iso8601] "$request_method $site_path" $status $body_bytes_sent $request_id';

# Per IP address. A page asks for up to 50 files at once, and an office shares one IP address.
limit_conn_zone $binary_remote_addr zone=portal_connections:10m;
limit_conn_zone $binary_remote_addr zone=portal_streams:10m;
limit_conn_zone $portal_uploader zone=portal_uploads:10m;
limit_conn_zone $portal_upload_server zone=portal_all_uploads:1m;
limit_req_zone $binary_remote_addr zone=portal_requests:10m rate=50r/s;
limit_req_zone $binary_remote_addr zone=portal_sign_in:10m rate=5r/s;

map_hash_bucket_size 512;
map_hash_max_size 4096;

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

# The maps are keyed by $site_file, not by $uri, which a rewrite changes: nginx evaluates each once per request.
${text}

upstream portal {
  server 127.0.0.1:3000;
  # Further instances: lines like the one above.
  include /etc/nginx/rempart-azur.d/*.conf;
  keepalive 32;
}
${isHttps ? redirect(hostname) : ''}
server {
  listen ${isHttps ? '443 ssl http2' : '80'};
  listen [::]:${isHttps ? '443 ssl http2' : '80'};
  server_name ${hostname};${isHttps ? certificate(hostname) : ''}
  access_log /var/log/nginx/portal.log portal;
  error_log /var/log/nginx/portal-error.log warn;
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
  # Its document contains the hash of the active bank account, which only our server knows.
  location = /verifier { proxy_pass http://portal; }
  # Documents of the portal contain PORTAL_LANGUAGES, a setting of our server.
  location ~ ^/customer-(?:auth|portal)(?:/|$) { proxy_pass http://portal; }
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
