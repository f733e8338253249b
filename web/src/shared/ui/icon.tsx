import type { ReactNode } from 'react';

/** Icons on a grid of 20 with lines of 1.6. They only repeat words, so they are hidden from screen readers. */
const drawings = {
  home: <path d="M3.5 9 10 3.5 16.5 9v7a.8.8 0 0 1-.8.8H12v-5H8v5H4.3a.8.8 0 0 1-.8-.8Z" />,
  plus: <path d="M10 4v12M4 10h12" />,
  search: <path d="m16.5 16.5-3.7-3.7M14.5 9a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0Z" />,
  chart: <path d="M3.5 16.5h13M6 16.5V10M10 16.5V4M14 16.5V7.5" />,
  gear: (
    <path d="M10 12.6a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2ZM10 2.8v2M10 15.2v2M17.2 10h-2M4.8 10h-2M15.1 4.9l-1.4 1.4M6.3 13.7l-1.4 1.4M15.1 15.1l-1.4-1.4M6.3 6.3 4.9 4.9" />
  ),
  menu: <path d="M3.5 5.5h13M3.5 10h13M3.5 14.5h13" />,
  close: <path d="m5 5 10 10M15 5 5 15" />,
  check: <path d="m4 10.5 4 4 8-9" />,
  play: <path d="M6 4.2v11.6L15.5 10Z" />,
  pause: <path d="M6.5 4.5v11M13.5 4.5v11" />,
  sun: (
    <path d="M10 13.4a3.4 3.4 0 1 0 0-6.8 3.4 3.4 0 0 0 0 6.8ZM10 2v1.6M10 16.4V18M18 10h-1.6M3.6 10H2M15.7 4.3l-1.2 1.2M5.5 14.5l-1.2 1.2M15.7 15.7l-1.2-1.2M5.5 5.5 4.3 4.3" />
  ),
  moon: <path d="M16.2 12A6.8 6.8 0 0 1 8 3.8 6.6 6.6 0 1 0 16.2 12Z" />,
  screen: <path d="M3 4.5h14v9H3ZM7.5 17h5M10 13.5V17" />,
  up: <path d="m5.5 12 4.5-4.5 4.5 4.5" />,
  down: <path d="m5.5 8 4.5 4.5L14.5 8" />,
  right: <path d="m8 5.5 4.5 4.5L8 14.5" />,
  left: <path d="M12 5.5 7.5 10l4.5 4.5" />,
  open: <path d="M11.5 4.5h4v4M15.5 4.5 9 11M14 12v3.5H4.5V6H8" />,
  out: <path d="M8.5 3.5H4v13h4.5M12.5 6.5 16 10l-3.5 3.5M16 10H8" />,
  person: <path d="M10 10a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 10 10ZM3.8 16.6a6.3 6.3 0 0 1 12.4 0" />,
  warn: <path d="M10 3.2 17.6 16.4H2.4ZM10 8.2v3.6M10 14.1v.1" />,
  bell: <path d="M5 13.5V9a5 5 0 0 1 10 0v4.5l1.3 1.5H3.7ZM8.3 15.2a1.8 1.8 0 0 0 3.4 0" />,
  page: <path d="M5 3h6.5L15 6.5V17H5ZM11.5 3v3.5H15" />,
  eye: (
    <path d="M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5ZM10 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z" />
  ),
  bin: <path d="M4 5.5h12M8 5.5V3.8h4v1.7M5.5 5.5l.7 11h7.6l.7-11" />,
  folder: <path d="M3 5.5h5l1.5 2H17V16H3Z" />,
  more: <path d="M4.5 10h.1M10 10h.1M15.5 10h.1" strokeWidth="2.6" />,
  minus: <path d="M4 10h12" />,
  whole: <path d="M7.5 3.5h-4v4M12.5 3.5h4v4M7.5 16.5h-4v-4M12.5 16.5h4v-4" />,
  states: (
    <path d="M3 3.5h5.5v4H3ZM11.5 12.5H17v4h-5.5ZM11.5 3.5H17v4h-5.5ZM8.5 5.5h3M14.2 7.5v5M5.8 7.5c0 4.5 2 7 5.7 7" />
  ),
  key: <path d="M12.8 10.7a4 4 0 1 0-3.5-3.5L3.5 13v3.5H7v-2h2v-2h2ZM13.5 6.5h.1" />,
  system: <path d="M3.5 4h13v5h-13ZM3.5 11h13v5h-13ZM6.2 6.5h.1M6.2 13.5h.1M9.5 6.5h4M9.5 13.5h4" />,
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      className="icon"
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {drawings[name]}
    </svg>
  );
}
