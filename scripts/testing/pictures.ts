import { createPictures, type PicturesOptions } from '#api/website/media/pictures.ts'

/** Reads pictures like the server, in children that start faster and may take longer. */
export const testPictures = (options?: PicturesOptions) =>
  createPictures({
    niceness: 0,
    pictureTime: 60,
    drawingTime: 60,
    ...(process.env.NODE_COMPILE_CACHE && { compileCache: process.env.NODE_COMPILE_CACHE }),
    ...options,
  })
