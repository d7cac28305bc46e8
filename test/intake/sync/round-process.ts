// Runs one round over a store, in a process that kills itself before or after one of its writes.
//
// Its arguments are STORE URL KILL_AT; see AtWrite for KILL_AT.

import { openStore } from '../../../src/store/engine/open-store.ts'
import { censusRound } from './census-round.ts'

const [dir, url, killAt] = process.argv.slice(2)

const store = await openStore(dir!, { create: false })
await censusRound(store, { url: url!, token: process.env.TOKEN! }, location => {
  if (location === Number(killAt)) process.kill(process.pid, 'SIGKILL')
})
await store.close()
