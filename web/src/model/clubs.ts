// clubs.ts -- clubs (PROTOCOL 14.9) as values: ranks, who may do what, links.  Plain values only.
import type { Chips } from '../protocol';
import { plural } from './text';

export type Rank = 'member' | 'manager' | 'owner';

export interface Club { id: number; name: string; members: number; created: string | null; rank: Rank; code?: string }
export interface Member { handle: string; rank: Rank; joined: string | null }
export interface ClubTable { table: string; title: string; key: string; host: string; seats: number; seated: number; paused: boolean }
export interface ClubPage { club: Club; members: Member[]; tables: ClubTable[] }
export interface ClubLeader { handle: string; won: Chips }

const height: Record<Rank, number> = { member: 0, manager: 1, owner: 2 };

export const isAbove = (one: Rank, other: Rank): boolean => height[one] > height[other];

/** "12 members · you are the owner" */
export const clubText = ({ members, rank }: Club): string =>
    plural(members, 'member') + (rank === 'owner' ? ' · you are the owner' : rank === 'manager' ? ' · you are a manager' : '');

/** Managers and the owner invite. */
export const mayInvite = (rank: Rank): boolean => rank !== 'member';

/** Owner first, then managers, then the rest; inside by name. */
export function byRank(members: readonly Member[]): Member[] {
    return [...members].sort((a, b) => height[b.rank] - height[a.rank] || a.handle.localeCompare(b.handle));
}

/** Those with this in their name, in that order. */
export function membersLike(members: readonly Member[], text: string): Member[] {
    const word = text.trim().toLowerCase();
    return byRank(word === '' ? members : members.filter((one) => one.handle.toLowerCase().includes(word)));
}

export type MemberDeed = 'manager' | 'member' | 'owner' | 'remove';

/** What somebody of `rank` may do with this member; nobody does anything with himself. */
export function deedsFor(rank: Rank, member: Member, own: boolean): MemberDeed[] {
    if (own) return [];
    const deeds: MemberDeed[] = [];
    if (rank === 'owner') deeds.push(member.rank === 'manager' ? 'member' : 'manager', 'owner');
    if (isAbove(rank, member.rank)) deeds.push('remove');
    return deeds;
}

export const clubLink = (code: string): string => `/?club=${encodeURIComponent(code)}`;

/** What was pasted: a code, or a whole link with one in it. */
export function codeIn(text: string): string {
    const match = /[?&]club=([^&#\s]+)/.exec(text);
    return (match?.[1] ?? text).trim();
}
