// api_people.ts -- requests about clubs, reports, figures and leaderboards (PROTOCOL 14.8, 14.9).  A part of its own: only their pages load it.
import { get, post } from './api';
import type { Club, ClubLeader, ClubPage, Rank } from './model/clubs';
import type { By, Graph, Leaderboard, Stats } from './model/stats';

const club = (id: number, deed: string): string => `/api/clubs/${id}/${deed}`;

const words = (fields: Record<string, string | number | undefined>): string => {
    const given = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
    return given.length ? `?${given.join('&')}` : '';
};

export const people = {
    clubs: async () => (await get<{ clubs: Club[] }>('/api/clubs')).clubs,
    found: (name: string) => post<{ club: number; code: string }>('/api/clubs', { name }),
    join: (code: string) => post<{ club: number }>('/api/clubs/join', { code }),
    club: (id: number) => get<ClubPage>(`/api/clubs/${id}`),
    leaders: async (id: number) => (await get<{ leaders: ClubLeader[] }>(club(id, 'leaders'))).leaders,
    leave: (id: number) => post<object>(club(id, 'leave')),
    remove: (id: number, handle: string) => post<object>(club(id, 'remove'), { handle }),
    rank: (id: number, handle: string, rank: Rank) => post<object>(club(id, 'rank'), { handle, rank }),
    newCode: (id: number) => post<{ code: string }>(club(id, 'code')),
    rename: (id: number, name: string) => post<object>(club(id, 'name'), { name }),
    close: (id: number) => post<object>(club(id, 'close')),
    report: (report: { handle: string; text: string; table?: string; hand?: string }) => post<object>('/api/reports', report),
    stats: (days?: number) => get<Stats>(`/api/stats${words({ days })}`),
    graph: (days?: number) => get<Graph>(`/api/stats/graph${words({ days, hands: 200 })}`),
    leaderboard: (by: By, days?: number) =>
        get<Leaderboard>(`/api/leaderboard${words({ by, days: by === 'profit' ? undefined : days })}`),
};
