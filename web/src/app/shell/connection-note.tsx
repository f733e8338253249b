import { useObserved } from '../../shared/api/observed-value.ts';
import { connection } from '../../shared/live/live-runs.ts';
import './connection-note.css';

/** Shows that the server does not answer, and that it answers again. It overlays the page, so the layout does not shift. */
export function ConnectionNote() {
  const state = useObserved(connection);
  return (
    <div className="connection-note" role="status">
      {state === 'lost' && (
        <p className="connection-note-lost">
          The server does not answer. What you see is from before; this page tries again by itself.
        </p>
      )}
      {state === 'back' && (
        <p className="connection-note-back">The server answers again. This page is up to date.</p>
      )}
    </div>
  );
}
