import { useObserved } from '../../shared/api/observed-value.ts';
import { connection } from '../../shared/live/live-runs.ts';
import './connection-note.css';

/** Says that the server is away, and that it is back. It lies over the page: nothing jumps. */
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
        <p className="connection-note-back">The server is back. Everything here is fresh again.</p>
      )}
    </div>
  );
}
