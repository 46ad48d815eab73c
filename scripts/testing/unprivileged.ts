/**
 * The command without root's right to ignore file modes (CAP_DAC_OVERRIDE), for tests of files that
 * can't be written. Another user id would not do: it can't enter a clone in root's own home.
 */
export const unprivileged = (command: string, args: string[]): [string, string[]] =>
  process.platform === 'linux' && process.getuid?.() === 0
    ? ['setpriv', ['--bounding-set=-all', '--inh-caps=-all', command, ...args]]
    : [command, args]
