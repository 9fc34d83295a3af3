/** The folder of Debian's default site, so that the first challenge is answered before this file can be installed. */
export const challengeRoot = '/var/www/html';

// In the server blocks: Debian's nginx.conf has other values for all sites. In both: the protocol version is negotiated
// before the server name is known.
const tlsSettings = `
  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_ciphers ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305;
  ssl_prefer_server_ciphers off;
  ssl_session_cache shared:portal:10m;
  ssl_session_tickets off;`;

/** The servers beside that of the site: http, and other host names. */
export const redirect = (host: string) => `
server {
  listen 80;
  listen [::]:80;
  server_name ${host};
  access_log off;
  server_tokens off;
  # Renewals of the certificate.
  location ^~ /.well-known/acme-challenge/ { root ${challengeRoot}; }
  location / { return 301 https://${host}$request_uri; }
}

server {
  listen 443 ssl default_server;
  listen [::]:443 ssl default_server;
  ssl_reject_handshake on;${tlsSettings}
}
`;

export const certificate = (host: string) => `
  ssl_certificate /etc/letsencrypt/live/${host}/fullchain.pem;
  ssl_certificate_key /etc/letsencrypt/live/${host}/privkey.pem;${tlsSettings}`;
