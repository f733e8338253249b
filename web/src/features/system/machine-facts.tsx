import type { ReactNode } from 'react';
import type { AnswerOf } from '../../shared/api/answers.ts';
import { When } from '../../shared/ui/when.tsx';
import { counted, number, size } from '../../shared/words/counted.ts';
import { exactTime } from '../../shared/words/moment.ts';
import './machine-facts.css';

export type SystemState = AnswerOf<'showSystem'>;

const databases = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

/** The figures that one looks at first. */
export function MachineFacts({ system: { machine, database, messages } }: { readonly system: SystemState }) {
  const { version, node, platform, host, startedAt, processors, load, memory } = machine;
  return (
    <section aria-label="This machine">
      <dl className="facts">
        <Fact name="Machine" more={`${platform}, ${counted(processors, 'processor')}`}>
          {host}
        </Fact>
        <Fact name="Tidemark" more={`Node ${node}`}>
          {version}
        </Fact>
        <Fact name="Started" more={<time dateTime={startedAt}>{exactTime(startedAt)}</time>}>
          <When at={startedAt} />
        </Fact>
        <Fact name="Processor" more="of one, in the last seconds">
          {number(Math.round(load * 100))} %
        </Fact>
        <Fact name="Memory" more={`${size(memory.free)} of ${size(memory.all)} free on the machine`}>
          {size(memory.used)}
        </Fact>
        <Fact name="Database" more={`on disk, ${databases[database.kind]}`}>
          {size(database.bytes)}
        </Fact>
        <Fact name="Messages waiting" more="they are tried again by themselves">
          {number(messages.waiting)}
        </Fact>
        <Fact name="Messages given up" more="each project lists its own" isWarning={messages.dead > 0}>
          {number(messages.dead)}
        </Fact>
      </dl>
    </section>
  );
}

function Fact({
  name,
  more,
  isWarning = false,
  children,
}: {
  readonly name: string;
  readonly more: ReactNode;
  readonly isWarning?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className="card fact">
      <dt className="small quiet">{name}</dt>
      <dd className={`fact-value numbers ${isWarning ? 'warning' : ''}`}>{children}</dd>
      <dd className="small quiet">{more}</dd>
    </div>
  );
}
