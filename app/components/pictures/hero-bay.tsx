import { Picture } from './picture.tsx';

const bay = 'M-4 296C30 392 120 436 228 436';
const steps =
  'h20V352h20v16h16v-16h20v16h16v-16h20v-56h20v16h16v-16h20v16h16v-16h20v-56h20v16h16v-16h20v16h16v-16h20v16h16v-16h30';
const roofs =
  'M248 460V296l14-12 14 12v-36h8v-16a14 14 0 0 1 28 0v16h8v-46h22v-34l22-16 22 16v26h42v-64l29-20 29 20v34h76v304z';

/** The bay on the left becomes the rampart; the company's assets are behind it. */
export function HeroBay({ label }: { label: string }) {
  return (
    <Picture viewBox="0 0 560 460" label={label} className="rounded-xl bg-tint">
      <Sea />
      <Town />
      <path className="fill-surface" d={`${bay}${steps}v236H-4z`} />
      <Wall />
      <g strokeWidth="5">
        <path className="stroke-sea" d={bay} />
        <path className="stroke-azure" d={`M228 436${steps}`} />
      </g>
    </Picture>
  );
}

function Sea() {
  return (
    <>
      <circle className="fill-sun" cx="134" cy="192" r="56" />
      <path className="fill-tint" d="M-4 262v-30c30-15 54-12 82 0s68 20 116 30h90v200H-4z" />
      <path className="fill-azure/15" d="M-4 262v-30c30-15 54-12 82 0s68 20 116 30z" />
      <path className="fill-sea/25" d="M-4 262h284v200H-4z" />
      <path className="fill-sea/25" d="M-4 306c26-9 48-9 76 0s52 9 80 0 52-9 80 0 34 5 46 0v150H-4z" />
      <path className="stroke-sun" d="M94 278h80M110 290h48M124 302h20" />
      <path
        className="stroke-sea"
        d="M182 330c7-5 13-5 20 0s13 5 20 0M84 344c7-5 13-5 20 0s13 5 20 0M136 388c7-5 13-5 20 0s13 5 20 0M196 282c7-5 13-5 20 0"
      />
      <path
        className="fill-surface stroke-ink"
        d="M43 281l-2-34c13 7 20 18 22 31zM35 279l1-23c-8 5-12 13-14 22zM16 287h50c-3 7-7 10-13 10H29c-6 0-10-3-13-10z"
      />
    </>
  );
}

/** From bottom to top: workstation, file, data, servers, cloud. */
function Town() {
  return (
    <>
      <path className="fill-tint" d={roofs} />
      <path className="fill-azure/15" d={roofs} />
      <path className="stroke-azure" strokeDasharray="0.1 6.5" d="M294 290V126q0-30 30-30h6M446 96h42q26 0 26 26" />
      <g className="fill-surface stroke-ink">
        <path d="M348 122a24 24 0 0 1 2-48 36 36 0 0 1 68-10 29 29 0 0 1 8 58z" />
        <path d="M486 270V130a8 8 0 0 1 8-8h40a8 8 0 0 1 8 8v140z" />
        <path d="M438 270v-72h50v72z" />
        <ellipse cx="463" cy="198" rx="25" ry="11" />
        <path fill="none" d="M438 224c0 15 50 15 50 0" />
        <path d="M350 320V182h44l20 20v118zM394 182v20h20" />
        <path d="M263 302a7 7 0 0 1 7-7h48a7 7 0 0 1 7 7v39h-62zM252 341h84c0 6-4 9-9 9h-66c-5 0-9-3-9-9z" />
        <path d="M372 262v-10a11 11 0 0 1 22 0v10" />
        <rect className="fill-azure" x="364" y="260" width="38" height="30" rx="6" />
      </g>
      <path className="stroke-ink" d="M486 151h56M486 180h56M486 209h56" />
      <path
        className="stroke-azure"
        d="M497 137h14M530 137h1M497 166h14M530 166h1M497 195h14M530 195h1M497 224h14M530 224h1M448 216h1M448 242h1M362 204h18M362 217h40M362 230h40M278 309l9 8-9 8M296 325h13M374 94l10 10 19-21"
      />
      <path className="stroke-surface" d="M383 272v6" />
    </>
  );
}

function Wall() {
  return (
    <>
      <path className="stroke-line" strokeDasharray="26 14" d="M446 282h120M354 338h210M262 394h300M262 450h300" />
      <path className="stroke-line" strokeDasharray="26 14" d="M466 310h96M374 366h190M282 422h280" />
      <path className="fill-azure" d="M372 462v-46a24 24 0 0 1 48 0v46z" />
      <path className="fill-surface" d="M391 440l2-12a6 6 0 1 1 6 0l2 12z" />
    </>
  );
}
