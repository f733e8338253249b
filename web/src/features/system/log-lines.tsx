import { narrow, Rows } from '../../shared/ui/rows.tsx';
import { When } from '../../shared/ui/when.tsx';
import type { SystemState } from './machine-facts.tsx';

/** The last warnings and errors since the start. */
export function LogLines({ log }: { readonly log: SystemState['log'] }) {
  return (
    <section className="stack tight">
      <h2>Problems in the log</h2>
      <div className="card">
        {log.length === 0 ? (
          <p className="card-line quiet">None since the start.</p>
        ) : (
          <Rows columns={[narrow('When'), 'What']}>
            {log.map(({ at, says }, place) => (
              <tr key={place}>
                <td className="narrow quiet">
                  <When at={at} />
                </td>
                <td>{says}</td>
              </tr>
            ))}
          </Rows>
        )}
      </div>
    </section>
  );
}
