import { type LinkOptions, linkOptions, type RegisteredRouter, useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import type { FlagName } from './flag.tsx';

interface Shown {
  readonly className?: string;
  /** Whether this is the current page. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/**
 * Links for long lists. They use the router only when they are pressed. The router's own link follows every navigation: in a list of 250 pages, that
 * costs more than everything else of the list.
 */
function QuickLink({
  href,
  target,
  isOpen = false,
  ...rest
}: Shown & { readonly href: string; readonly target: LinkOptions<RegisteredRouter> }) {
  const router = useRouter();
  const go = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate(target);
  };
  return (
    <a
      href={href}
      aria-current={isOpen ? 'page' : undefined}
      onClick={go}
      onPointerDown={() => void router.preloadRoute(target)}
      {...rest}
    />
  );
}

const pathOf = (project: string): string => `/projects/${encodeURIComponent(project)}`;

export function ProjectLink({ project, ...rest }: Shown & { readonly project: string }) {
  return (
    <QuickLink
      href={pathOf(project)}
      target={linkOptions({ to: '/projects/$project', params: { project } })}
      {...rest}
    />
  );
}

/** To the report of a run; with a flag, to the pages that have it. */
export function RunLink({
  project,
  run,
  flag,
  ...rest
}: Shown & { readonly project: string; readonly run: number; readonly flag?: FlagName | undefined }) {
  const path = `${pathOf(project)}/runs/${run}`;
  return (
    <QuickLink
      href={flag === undefined ? path : `${path}?flag=${flag}`}
      target={linkOptions({
        to: '/projects/$project/runs/$run',
        params: { project, run: String(run) },
        search: flag === undefined ? {} : { flag },
      })}
      {...rest}
    />
  );
}

export function PageLink({
  project,
  file,
  to,
  ...rest
}: Shown & {
  readonly project: string;
  readonly file: string;
  /** The run whose change is shown first. */
  readonly to?: number | undefined;
}) {
  const path = `${pathOf(project)}/pages/${encodeURIComponent(file)}`;
  return (
    <QuickLink
      href={to === undefined ? path : `${path}?to=${to}`}
      target={linkOptions({
        to: '/projects/$project/pages/$file',
        params: { project, file },
        search: to === undefined ? {} : { to },
      })}
      {...rest}
    />
  );
}
