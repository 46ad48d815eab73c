// A mail server that takes every message and keeps none; prints its URL. In a process of its own, so
// that its work is not measured.
import { type AddressInfo, createServer } from 'node:net'

const server = createServer({ noDelay: true }, (socket) => {
  let isMessage = false
  let end = ''
  socket.on('error', () => socket.destroy())
  socket.write('220 sink ESMTP\r\n')
  socket.on('data', (bytes) => {
    const text = bytes.toString('latin1')
    if (isMessage) {
      end = (end + text).slice(-5)
      if (end !== '\r\n.\r\n') return
      isMessage = false
      return socket.write('250 Taken\r\n')
    }
    for (const line of text.split('\r\n').slice(0, -1)) {
      if (/^DATA/i.test(line)) {
        isMessage = true
        end = ''
        socket.write('354 Go on\r\n')
      } else if (/^QUIT/i.test(line)) socket.end('221 Bye\r\n')
      else socket.write(/^EHLO/i.test(line) ? '250-sink\r\n250 8BITMIME\r\n' : '250 OK\r\n')
    }
  })
})
server.listen(0, '127.0.0.1', () =>
  console.log(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
