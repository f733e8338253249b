import { addresses } from '../../../crawl/projects/channel-addresses.ts';
import { NotifyError } from '../errors.ts';
import { fittingText, type Message, subjectOf } from '../message/message.ts';
import { escapedMarkup, plainText } from '../message/renderings.ts';
import type { Channel, LocalTools, ProgramRun } from './channel.ts';
import { installed, localTools } from './local-tools.ts';

/** A desktop notification shows only a few lines. */
const LONGEST_BODY = 400;

/** Title and text come as arguments, so they are never run as a script. */
const appleScript = `on run argv
display notification (item 2 of argv) with title (item 1 of argv)
end run`;

/** Title and text come as JSON on standard input. */
const powerShellScript = `$m = [Console]::In.ReadToEnd() | ConvertFrom-Json
[void][Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]
$x = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent('ToastText02')
$t = $x.GetElementsByTagName('text')
[void]$t.Item(0).AppendChild($x.CreateTextNode($m.title))
[void]$t.Item(1).AppendChild($x.CreateTextNode($m.body))
$n = [Windows.UI.Notifications.ToastNotification]::new($x)
[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier('Tidemark').Show($n)`;

/** How to show a notification on this machine; null when no program for it is installed. */
function desktopRun(message: Message, local: LocalTools): ProgramRun | null {
  const title = subjectOf(message);
  const body = fittingText(message, plainText, (text) => text.length <= LONGEST_BODY);
  const found = installed(['notify-send', 'osascript', 'powershell', 'pwsh'], local);
  if (found === null) return null;
  if (/notify-send/.test(found)) {
    // The specification of desktop notifications allows tags in the body.
    return { program: found, args: ['--app-name=Tidemark', '--', title, escapedMarkup(body)], input: '' };
  }
  if (/osascript/.test(found)) return { program: found, args: ['-e', appleScript, title, body], input: '' };
  return {
    program: found,
    args: ['-NoProfile', '-NonInteractive', '-Command', powerShellScript],
    input: JSON.stringify({ title, body }),
  };
}

export const desktop: Channel = {
  ...addresses.desktop,
  async send({ message }, tools) {
    const local = localTools(tools);
    const run = desktopRun(message, local);
    if (run === null)
      throw new NotifyError(
        'NOTIFY_PROGRAM_MISSING',
        'no program that shows notifications was found: install notify-send (libnotify-bin)',
      );
    await local.run(run);
  },
};
