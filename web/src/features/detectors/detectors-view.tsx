import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api } from '../../shared/api/api.ts';
import { ProjectFrame } from '../../shared/project/project-frame.tsx';
import { ProblemNote, Waiting } from '../../shared/ui/notes.tsx';
import { DetectorBuilder } from './detector-builder.tsx';
import { DetectorList } from './detector-list.tsx';
import { MatchInbox } from './match-inbox.tsx';

/** The detectors of a project and their matches. A new detector is tried on stored versions before it is saved. */
export function DetectorsView() {
  const { project } = useParams({ from: '/projects/$project/detectors' });
  const { data, error, refetch } = useQuery({
    queryKey: ['project', project, 'detectors'],
    queryFn: () => api.listDetectors({ project, limit: 500 }),
  });
  return (
    <ProjectFrame project={project} tabTitle="Detectors">
      {error !== null && data === undefined && <ProblemNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Waiting what="the detectors" />}
      {data !== undefined && (
        <div className="stack large">
          <DetectorList project={project} detectors={data.items} />
          <DetectorBuilder project={project} />
          <MatchInbox project={project} />
        </div>
      )}
    </ProjectFrame>
  );
}
