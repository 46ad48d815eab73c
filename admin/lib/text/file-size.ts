/** 340 KB, 2.1 MB; a KB is 1,024 bytes. Rounded up, so that nothing too large seems to fit. */
export const fileSize = (bytes: number) =>
  bytes < 1_048_576
    ? `${Math.ceil(bytes / 1024)} KB`
    : `${(Math.ceil(bytes / 104_857.6) / 10).toFixed(1)} MB`
