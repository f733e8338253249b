import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api/api.ts';
import { ProblemNote, Waiting } from '../../shared/ui/notes.tsx';
import { LogLines } from './log-lines.tsx';
import { MachineFacts } from './machine-facts.tsx';
import { RunsUnderWay } from './runs-under-way.tsx';
import { SystemFrame } from './system-frame.tsx';

/** How the server is, now. */
export function MachineView() {
  return (
    <SystemFrame tabTitle="Machine">
      <Machine />
    </SystemFrame>
  );
}

function Machine() {
  const { data, error, refetch } = useQuery({
    queryKey: ['system'],
    queryFn: () => api.showSystem({}),
    refetchInterval: 5000,
  });
  if (error !== null && data === undefined)
    return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting what="the state of the server" lines={8} />;
  return (
    <>
      <MachineFacts system={data} />
      <RunsUnderWay runs={data.runs} />
      <LogLines log={data.log} />
    </>
  );
}
