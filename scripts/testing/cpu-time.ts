/**
 * CPU time in ms that the work takes this process, the shortest of three runs: what else the machine
 * does, and compiling, don't count.
 */
export const cpuTime = (work: () => unknown): number => Math.min(once(work), once(work), once(work))

function once(work: () => unknown) {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user / 1000
}
