/**
 * Runs a command without CAP_DAC_OVERRIDE, root's right to ignore file modes, to test unwritable
 * files. Not as another user, who could not enter a clone in root's home.
 */
export const unprivileged = (command: string, args: string[]): [string, string[]] =>
  process.platform === 'linux' && process.getuid?.() === 0
    ? ['setpriv', ['--bounding-set=-all', '--inh-caps=-all', command, ...args]]
    : [command, args]
