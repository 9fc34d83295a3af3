export type Header = readonly [name: string, value: string];

export interface SecurityHeaderOptions {
  /** The site is served over https: adds HSTS. */
  isHttps: boolean;
  contentSecurityPolicy?: string | undefined;
  /** Other sites may embed this response. */
  isCrossOrigin?: boolean | undefined;
}

const defaultPolicy = "default-src 'none'; frame-ancestors 'none'";

const unusedFeatures =
  'accelerometer autoplay camera display-capture encrypted-media fullscreen geolocation gyroscope ' +
  'magnetometer microphone midi payment picture-in-picture screen-wake-lock serial usb xr-spatial-tracking';
const permissionsPolicy = unusedFeatures.replaceAll(/\S+/g, '$&=()').replaceAll(' ', ', ');

// No includeSubDomains: the company may have other hosts on plain http, and browsers would remember it for two years.
const strictTransport: Header = ['Strict-Transport-Security', 'max-age=63072000'];

export function securityHeaders({
  isHttps,
  contentSecurityPolicy,
  isCrossOrigin = false,
}: SecurityHeaderOptions): Header[] {
  return [
    ['Content-Security-Policy', contentSecurityPolicy ?? defaultPolicy],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Permissions-Policy', permissionsPolicy],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', isCrossOrigin ? 'cross-origin' : 'same-origin'],
    ...(isHttps ? [strictTransport] : []),
  ];
}
