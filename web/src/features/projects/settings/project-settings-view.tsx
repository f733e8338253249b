import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { account, isAtLeast } from '../../../shared/api/account.ts';
import { api } from '../../../shared/api/api.ts';
import { useObserved } from '../../../shared/api/observed-value.ts';
import { projectQuery } from '../../../shared/api/project-queries.ts';
import { ProjectFrame } from '../../../shared/project/project-frame.tsx';
import { SecretTable } from '../../../shared/secrets/secret-table.tsx';
import { Waiting } from '../../../shared/ui/notes.tsx';
import { ProjectAccess } from './project-access.tsx';
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
          <ProjectAccess project={project} />
          <RemoveProject project={project} />
        </div>
      )}
    </ProjectFrame>
  );
}

/** The secrets that only this project has. */
function ProjectSecrets({ project }: { readonly project: string }) {
  const role = useObserved(account)?.role ?? 'reader';
  const place = useMemo(
    () => ({
      queryKey: ['project', project, 'secrets'],
      list: () => api.listProjectSecrets({ project, limit: 100 }),
      keep: (secret: string, value: string) => api.keepProjectSecret({ project, secret, body: { value } }),
      remove: (secret: string) => api.removeProjectSecret({ project, secret }),
    }),
    [project],
  );
  if (!isAtLeast(role, 'editor')) return null;
  return (
    <section className="stack tight">
      <h2>Secrets of the project</h2>
      <p className="quiet small">
        Passwords and tokens that its settings name, as in <code>{'{ secret: password }'}</code>. They are
        encrypted, and are never shown.
      </p>
      <SecretTable place={place} />
    </section>
  );
}
