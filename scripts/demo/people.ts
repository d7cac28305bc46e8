import type { Instant } from '../../src/core/time/instant.ts'
import type { Zone } from './zones.ts'
import { zones } from './zones.ts'

/** A role in a team: `worker` stands for developers and for service desk agents. */
export type Role = 'lead' | 'owner' | 'worker' | 'tester' | 'staff' | 'machine'

/** The team of somebody; `shop` are colleagues who only report issues. */
export type Team = 'web' | 'app' | 'ops' | 'shop' | 'system'

/** A user of the demo tracker. All of them are fictional. */
export interface Person {
  readonly login: string
  readonly name: string
  readonly zone: Zone
  readonly team: Team
  readonly role: Role
  /** Hour at which work starts, in the person's time zone. */
  readonly begins: number
  readonly joined: Instant
  /** When the person left the company; `Infinity` for current employees. */
  readonly left: Instant
}

function person(login: string, name: string, zone: Zone, team: Team, role: Role, begins: number): Person {
  return { login, name, zone, team, role, begins, joined: Number.NEGATIVE_INFINITY, left: Number.POSITIVE_INFINITY }
}

/** Runs automatically at night: closes resolved requests, reports alerts. */
export const automation: Person = person('automation', 'Automation', zones.utc, 'system', 'machine', 0)

/** The administrator of the tracker. */
export const administrator: Person = person('admin', 'Tracker Administrator', zones.dublin, 'system', 'staff', 9)

/** All users at Quillmark, a fictional seller of outdoor gear. */
export const people: readonly Person[] = [
  administrator,
  automation,
  person('ingrid.solheim', 'Ingrid Solheim', zones.oslo, 'web', 'lead', 8),
  person('marta.kowalczyk', 'Marta Kowalczyk', zones.warsaw, 'web', 'owner', 9),
  // Old trackers kept the case of a login, but logged changes in lower case.
  person('TLindqvist', 'Tove Lindqvist', zones.stockholm, 'web', 'worker', 8),
  person('arjun.menon', 'Arjun Menon', zones.kolkata, 'web', 'worker', 10),
  person('joao.figueiredo', 'João Figueiredo', zones.lisbon, 'web', 'worker', 9),
  person('claire.bouchard', 'Claire Bouchard', zones.toronto, 'web', 'worker', 8.5),
  { ...person('kwame.asante', 'Kwame Asante', zones.accra, 'web', 'worker', 8), joined: Date.parse('2024-06-03') },
  {
    ...person('milan.horvat', 'Milan Horvat', zones.zagreb, 'web', 'worker', 9),
    left: Date.parse('2024-11-15T16:40Z'),
  },
  person('petra.novakova', 'Petra Nováková', zones.prague, 'web', 'tester', 7.5),
  person('deepika.rao', 'Deepika Rao', zones.kolkata, 'web', 'tester', 11),
  person('nomvula.dlamini', 'Nomvula Dlamini', zones.johannesburg, 'app', 'lead', 8),
  person('lucas.moreau', 'Lucas Moreau', zones.paris, 'app', 'owner', 9.5),
  person('yuki.tanabe', 'Yuki Tanabe', zones.tokyo, 'app', 'worker', 10),
  person('olena.tkachenko', 'Олена Ткаченко', zones.kyiv, 'app', 'worker', 9),
  person('rafael.quispe', 'Rafael Quispe', zones.lima, 'app', 'worker', 8),
  { ...person('emre.aydin', 'Emre Aydın', zones.istanbul, 'app', 'worker', 9), joined: Date.parse('2024-09-02') },
  person('hanna.virtanen', 'Hanna Virtanen', zones.helsinki, 'app', 'tester', 8),
  person('brendan.oconnor', "Brendan O'Connor", zones.dublin, 'ops', 'lead', 8.5),
  person('fatima.elamrani', 'Fatima El Amrani', zones.paris, 'ops', 'worker', 8),
  person('meilin.chua', 'Chua, Mei Lin', zones.singapore, 'ops', 'worker', 9),
  person('diego.sandoval', 'Diego Sandoval', zones.bogota, 'ops', 'worker', 8),
  person('astrid.moller', 'Astrid Møller', zones.copenhagen, 'ops', 'worker', 7),
  person('oliver.grant', 'Oliver Grant', zones.london, 'shop', 'staff', 9),
  person('nadia.haddad', 'Nadia Haddad', zones.toronto, 'shop', 'staff', 9),
  person('samuel.tesfaye', 'Samuel Tesfaye', zones.addisAbaba, 'shop', 'staff', 8),
]
