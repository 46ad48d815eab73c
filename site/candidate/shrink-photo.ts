/** Pixels of the longer edge, one try after the other. */
const edges = [4000, 2800, 2000]
const quality = 0.85

/** The photo as a JPEG of at most so many bytes; undefined where the browser can't make one. */
export async function shrinkPhoto(file: File, maxBytes: number): Promise<File | undefined> {
  try {
    const photo = await createImageBitmap(file)
    const canvas = document.createElement('canvas')
    for (const edge of edges) {
      const scale = Math.min(1, edge / Math.max(photo.width, photo.height))
      canvas.width = Math.round(photo.width * scale)
      canvas.height = Math.round(photo.height * scale)
      const paper = canvas.getContext('2d')!
      paper.fillStyle = 'white'
      paper.fillRect(0, 0, canvas.width, canvas.height)
      paper.drawImage(photo, 0, 0, canvas.width, canvas.height)
      const made = await new Promise<Blob | null>((resolve) =>
        canvas.toBlob(resolve, 'image/jpeg', quality),
      )
      if (made && made.size <= maxBytes) {
        const name = `${file.name.replace(/\.[^.]{1,10}$/u, '')}.jpg`
        return new File([made], name, { type: 'image/jpeg' })
      }
    }
  } catch {}
  return undefined
}
