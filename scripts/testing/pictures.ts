import { createPictures, type PicturesOptions } from '#api/media/pictures.ts'

/** Reads pictures like the server, in children that start faster. */
export const testPictures = (options?: PicturesOptions) =>
  createPictures({
    niceness: 0,
    ...(process.env.NODE_COMPILE_CACHE && { compileCache: process.env.NODE_COMPILE_CACHE }),
    ...options,
  })
