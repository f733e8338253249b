import { Link, useNavigate } from '@tanstack/react-router';
import { Button as AriaButton } from 'react-aria-components';
import { account } from '../../shared/api/account.ts';
import { api } from '../../shared/api/api.ts';
import { useObserved } from '../../shared/api/observed-value.ts';
import { problemWords } from '../../shared/api/problem-words.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import { Icon, type IconName } from '../../shared/ui/icon.tsx';
import { MenuButton } from '../../shared/ui/menu-button.tsx';
import { sayFailed } from '../../shared/ui/toast-queue.ts';
import { chooseTheme, type Theme, theme } from '../theme.ts';
import { Mark } from './mark.tsx';
import './top-bar.css';

const themeIcons: Readonly<Record<Theme, IconName>> = { system: 'screen', light: 'sun', dark: 'moon' };

/** Logs out, and deletes all cached answers. */
export async function logOut(): Promise<void> {
  try {
    await api.logOut({});
    queryClient.clear();
    account.set(null);
  } catch (error) {
    sayFailed(problemWords(error).detail);
  }
}

export function TopBar({
  onMenu,
  onPalette,
}: {
  readonly onMenu: () => void;
  readonly onPalette: () => void;
}) {
  const navigate = useNavigate();
  const chosen = useObserved(theme);
  const who = useObserved(account);
  return (
    <header className="top-bar">
      <div className="top-bar-phone">
        <IconButton icon="menu" name="Navigation" onPress={onMenu} />
        <Link to="/" className="top-bar-mark" aria-label="Tidemark, what changed">
          <Mark />
        </Link>
      </div>
      <AriaButton className="palette-button" onPress={onPalette}>
        <Icon name="search" />
        <span className="palette-button-words">Find or do something</span>
        <kbd>Ctrl K</kbd>
      </AriaButton>
      <div className="row top-bar-end">
        <MenuButton
          icon={themeIcons[chosen]}
          name="Colours"
          actions={[
            { id: 'system', name: 'As the system', icon: 'screen', run: () => chooseTheme('system') },
            { id: 'light', name: 'Light', icon: 'sun', run: () => chooseTheme('light') },
            { id: 'dark', name: 'Dark', icon: 'moon', run: () => chooseTheme('dark') },
          ]}
        />
        <MenuButton
          icon="person"
          name={`Account of ${who?.name ?? ''}`}
          actions={[
            {
              id: 'account',
              name: 'Tokens and password',
              icon: 'person',
              run: () => void navigate({ to: '/account' }),
            },
            { id: 'out', name: `Log out ${who?.name ?? ''}`, icon: 'out', run: () => void logOut() },
          ]}
        />
      </div>
    </header>
  );
}
