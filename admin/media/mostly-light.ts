/** Side of the square that the image is measured on, in pixels. */
const side = 48

/** Whether what is opaque of an image is lighter, on average, than dark. */
export function isMostlyLight(image: HTMLImageElement): boolean {
  const context = new OffscreenCanvas(side, side).getContext('2d')
  if (!context) return false
  context.drawImage(image, 0, 0, side, side)
  const { data } = context.getImageData(0, 0, side, side)
  let [light, opaque] = [0, 0]
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
    light += ((red * 2 + green * 3 + blue) / 6) * alpha
    opaque += alpha
  }
  return opaque > 0 && light / opaque > 140
}
