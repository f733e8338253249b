import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { projectQuery } from '../../shared/api/project-queries.ts';
import { ProjectFrame } from '../../shared/project/project-frame.tsx';
import { Waiting } from '../../shared/ui/notes.tsx';
import { ProjectSecrets } from './project-secrets.tsx';
import { ProjectShares } from './project-shares.tsx';
import { RemoveProject } from './remove-project.tsx';
import { SettingsFile } from './settings-file.tsx';

export function ProjectSettingsView() {
  const { project } = useParams({ from: '/projects/$project/file' });
  const { part } = useSearch({ from: '/projects/$project/file' });
  const { data } = useQuery(projectQuery(project));
  return (
    <ProjectFrame project={project} tabTitle="Settings">
      {data === undefined ? (
        <Waiting what="the settings" lines={6} />
      ) : (
        <div className="stack large">
          <SettingsFile key={project} project={project} url={data.url} stored={data.file} part={part} />
          <ProjectSecrets project={project} />
          <ProjectShares project={project} />
          <RemoveProject project={project} />
        </div>
      )}
    </ProjectFrame>
  );
}
