import { linkOptions, useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

/**
 * A link to a page of a project, for lists that are full of them. It asks the router when it is pressed, where the router's own link follows every
 * step of it: in a list of 250 pages that costs more than everything else of the list.
 */
export function PageLink({
  project,
  file,
  to,
  className,
  children,
}: {
  readonly project: string;
  readonly file: string;
  /** The run whose change is shown first. */
  readonly to?: number | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const router = useRouter();
  const target = linkOptions({
    to: '/projects/$project/pages/$file',
    params: { project, file },
    search: to === undefined ? {} : { to },
  });
  const go = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate(target);
  };
  const path = `/projects/${encodeURIComponent(project)}/pages/${encodeURIComponent(file)}`;
  return (
    <a
      href={to === undefined ? path : `${path}?to=${to}`}
      className={className}
      onClick={go}
      onPointerDown={() => void router.preloadRoute(target)}
    >
      {children}
    </a>
  );
}
