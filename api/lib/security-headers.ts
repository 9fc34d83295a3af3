export type Header = readonly [name: string, value: string];

export interface Audience {
  /** Visitors come over https: browsers are told never to come otherwise. */
  isHttps: boolean;
  contentSecurityPolicy?: string | undefined;
  /** Other sites may embed this answer. */
  isCrossOrigin?: boolean | undefined;
}

const nothingMayRun = "default-src 'none'; frame-ancestors 'none'";

const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
const permissionsPolicy = unusedFeatures.map((feature) => `${feature}=()`).join(', ');

// No includeSubDomains: the company may still have plain http hosts beside the site, and browsers would hold on for two years.
const strictTransport: Header = ['Strict-Transport-Security', 'max-age=63072000'];

export function securityHeaders({ isHttps, contentSecurityPolicy, isCrossOrigin = false }: Audience): Header[] {
  return [
    ['Content-Security-Policy', contentSecurityPolicy ?? nothingMayRun],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Permissions-Policy', permissionsPolicy],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', isCrossOrigin ? 'cross-origin' : 'same-origin'],
    ...(isHttps ? [strictTransport] : []),
  ];
}
