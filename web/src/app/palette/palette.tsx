import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  Autocomplete,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  SearchField,
  useFilter,
} from 'react-aria-components';
import { account } from '../../shared/api/account.ts';
import { useObserved } from '../../shared/api/observed-value.ts';
import { projectsQuery } from '../../shared/api/projects-query.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Icon, type IconName } from '../../shared/ui/icon.tsx';
import { logOut } from '../shell/top-bar.tsx';
import { chooseTheme } from '../theme.ts';
import { viewsFor } from '../views-for.ts';
import '../../shared/ui/menu.css';
import './palette.css';

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly more?: string;
  readonly icon: IconName;
  readonly run: () => void;
}

/** The command palette: opens any view and runs any action by a part of its name. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { contains } = useFilter({ sensitivity: 'base' });
  const sections = useSections();
  const [typed, setTyped] = useState('');
  const entries = sections.flatMap(([, each]) => each);
  return (
    <Dialog title="Find or do something" isTitleHidden isOpen onClose={onClose} place="top">
      <Autocomplete filter={contains} inputValue={typed} onInputChange={setTyped}>
        <SearchField className="palette-field" aria-label="Find or do something" autoFocus>
          <Icon name="search" />
          <Input className="palette-input" placeholder="A project, a view, something to do …" />
        </SearchField>
        <Menu
          className="palette-list"
          aria-label="Found"
          renderEmptyState={() => <p className="palette-empty">Nothing has this name.</p>}
          onAction={(key) => {
            onClose();
            entries.find(({ id }) => id === key)?.run();
          }}
        >
          {sections.map(([title, each]) => (
            <MenuSection key={title}>
              <Header className="palette-title">{title}</Header>
              {each.map(({ id, name, more, icon }) => (
                <MenuItem key={id} id={id} textValue={`${name} ${more ?? ''}`} className="menu-item">
                  <Icon name={icon} />
                  <span>{name}</span>
                  {more !== undefined && <span className="palette-more">{more}</span>}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Autocomplete>
    </Dialog>
  );
}

function useSections(): readonly (readonly [string, readonly Entry[]])[] {
  const navigate = useNavigate();
  const { data } = useQuery(projectsQuery);
  const role = useObserved(account)?.role ?? 'reader';
  const projects = (data?.items ?? []).map(
    ({ name, url }): Entry => ({
      id: `project ${name}`,
      name,
      more: url,
      icon: 'folder',
      run: () => void navigate({ to: '/projects/$project', params: { project: name } }),
    }),
  );
  const views = viewsFor(role).map(
    ({ to, icon, name }): Entry => ({ id: to, name, icon, run: () => void navigate({ to }) }),
  );
  const users: Entry = {
    id: 'users',
    name: 'Users',
    icon: 'person',
    run: () => void navigate({ to: '/system/users' }),
  };
  return [
    [
      'Go to',
      [
        ...views,
        ...(role === 'administrator' ? [users] : []),
        {
          id: 'account',
          name: 'Tokens and password',
          icon: 'person',
          run: () => void navigate({ to: '/account' }),
        },
      ],
    ],
    ...(projects.length === 0 ? [] : [['Projects', projects] as const]),
    [
      'Do',
      [
        { id: 'dark', name: 'Dark colours', icon: 'moon', run: () => chooseTheme('dark') },
        { id: 'light', name: 'Light colours', icon: 'sun', run: () => chooseTheme('light') },
        { id: 'colours', name: 'Colours as the system', icon: 'screen', run: () => chooseTheme('system') },
        { id: 'out', name: 'Log out', icon: 'out', run: () => void logOut() },
      ],
    ],
  ];
}
