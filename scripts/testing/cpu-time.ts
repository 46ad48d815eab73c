/** CPU time in ms that the work takes this process: what else the machine does doesn't count. */
export function cpuTime(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user / 1000
}
