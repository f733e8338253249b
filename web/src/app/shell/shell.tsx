import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Waiting } from '../../shared/ui/notes.tsx';
import { ConnectionNote } from './connection-note.tsx';
import './shell.css';
import { SideNav } from './side-nav.tsx';
import { TopBar } from './top-bar.tsx';

const Palette = lazy(async () => ({ default: (await import('../palette/palette.tsx')).Palette }));

const NavDialog = lazy(async () => ({ default: (await import('./nav-dialog.tsx')).NavDialog }));

/** Navigation at the side (on a phone behind a button), a bar on top, and the view. */
export function Shell() {
  const [isNavOpen, setNavOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useShortcut(() => setPaletteOpen((isOpen) => !isOpen));
  const main = useViewFocus(path);
  useEffect(() => {
    // The view has changed: close the navigation that covered the old one.
    void path;
    setNavOpen(false);
  }, [path]);
  return (
    <>
      <a className="skip-link" href="#view">
        Skip to the content
      </a>
      <div className="shell">
        <nav className="shell-nav" aria-label="Main">
          <SideNav />
        </nav>
        <div className="shell-body">
          <TopBar onMenu={() => setNavOpen(true)} onPalette={() => setPaletteOpen(true)} />
          <ConnectionNote />
          <main id="view" ref={main} tabIndex={-1} className="shell-view">
            <Suspense fallback={<Waiting what="the page" lines={5} />}>
              <Outlet />
            </Suspense>
          </main>
        </div>
      </div>
      {isNavOpen && (
        <Suspense>
          <NavDialog onClose={() => setNavOpen(false)} />
        </Suspense>
      )}
      {isPaletteOpen && (
        <Suspense>
          <Palette onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Ctrl-K, and on Apple's keyboards Command-K. */
function useShortcut(run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** After a link is followed, the focus moves to the top of the new view. Not at the first view, whose fields may take the focus. */
function useViewFocus(path: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [path]);
  return main;
}
