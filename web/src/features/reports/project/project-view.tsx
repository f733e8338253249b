import { useParams } from '@tanstack/react-router';
import { ProjectFrame } from '../../../shared/project/project-frame.tsx';
import { RunList } from './run-list.tsx';

export function ProjectView() {
  const { project } = useParams({ from: '/projects/$project' });
  return (
    <ProjectFrame project={project} tabTitle="Runs">
      <RunList project={project} />
    </ProjectFrame>
  );
}
