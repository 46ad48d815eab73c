export default function ApplicationEdit() {
  return null
}
