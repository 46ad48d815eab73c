let dropped: File[] = []

/** Keeps files that were dropped on another screen until the one for resumes takes them. */
export function handOver(files: File[]) {
  dropped = files
}

/** The files that were handed over, once. */
export function takeDropped(): File[] {
  const files = dropped
  dropped = []
  return files
}
