#!/usr/bin/env node
// A bot for the arena, to start your own from.
//
//     node arena_bot.js ws://localhost:8080/ws TEAM CODE
//
// Needs the module `ws` (Debian: node-ws).  The server talks in JSON objects, one to a frame
// (docs/PROTOCOL.md).  A bot says hello, answers each `act` with an `action`, and may ignore
// everything else.  decide() is the strategy: that is the part to change.
'use strict';

module.paths.push('/usr/share/nodejs'); // where Debian keeps it, whatever node is used
const WebSocket = require('ws');

const RANKS = '23456789TJQKA';
const rankOf = (card) => RANKS.indexOf(card[0]);

// How good our cards look, from 0 to 1: pairs, high cards, and what the board adds.
function strength(hole, board) {
  const mine = hole.map(rankOf).sort((a, b) => b - a);
  const table = board.map(rankOf);
  const high = mine[0];
  const low = mine[mine.length - 1];
  if (board.length === 0) {
    if (high === low) return 0.5 + high / 24; // a pair: 22 is 0.5, aces are 1
    const suited = hole[0][1] === hole[hole.length - 1][1];
    return (high + low) / 40 + (suited ? 0.06 : 0) + (high - low === 1 ? 0.05 : 0);
  }
  // Five of a suit, some of them ours: the simplest strong hand to see.
  for (const suit of 'cdhs') {
    const own = hole.filter((card) => card[1] === suit).length;
    if (own && own + board.filter((card) => card[1] === suit).length >= 5) return 0.95;
  }
  // How often do our ranks appear, on the board and in our hand?
  const all = mine.concat(table);
  const count = (rank) => all.filter((other) => other === rank).length;
  const ranks = [...new Set(mine)];
  if (ranks.some((rank) => count(rank) >= 3)) return 0.93;
  const pairs = ranks.filter((rank) => count(rank) === 2);
  if (pairs.length >= 2) return 0.85;
  if (pairs.length === 1) {
    const above = new Set(table.filter((rank) => rank > pairs[0])).size; // overcards
    return Math.max(0.75 - 0.12 * above, 0.4);
  }
  return 0.1 + high / 60;
}

// The action for an `act`, without what every action has.
function decide(act) {
  const can = (name) => act.legal.includes(name);
  if (can('DISCARD')) { // games with draws: stand pat, or throw the first cards if we must
    return { action: 'DISCARD', cards: act.you.hole.slice(0, act.discard_min || 0) };
  }
  const good = strength(act.you.hole, act.community || []);
  const toCall = act.call_amount || 0;
  const pot = act.pot || 0;
  if (good > 0.8 && can('RAISE_TO')) {
    // About the pot, within what is allowed.  RAISE_TO is a total for this street.
    const want = (act.current_bet || 0) + pot;
    const amount = Math.max(act.min_raise_to, Math.min(want, act.max_raise_to));
    return { action: 'RAISE_TO', amount };
  }
  if (can('CHECK')) return { action: 'CHECK' };
  // A call of 50 into a pot of 150 needs to win one time in four.
  const price = toCall ? toCall / (pot + toCall) : 0;
  if (good > price + 0.15 && can('CALL')) return { action: 'CALL' };
  return { action: can('FOLD') ? 'FOLD' : act.legal[0] };
}

// The frame that answers an `act`.
function answer(act, handId) {
  const frame = { type: 'action', v: 1, hand_id: handId, ...decide(act) };
  // Says which question this answers: a late answer is then never misread.
  if (act.req_id !== undefined) frame.req_id = act.req_id;
  return JSON.stringify(frame);
}

// Plays over one connection; comes back once if the line drops.
function play(url, team, code, tries) {
  const line = new WebSocket(url);
  let over = false;
  let answered; // the question that a snapshot already asked

  line.on('open', () => {
    line.send(JSON.stringify({ type: 'hello', v: 1, team, join_code: code }));
  });
  line.on('message', (text) => {
    const frame = JSON.parse(text);
    switch (frame.type) {
      case 'act':
        if (answered === undefined || answered !== frame.req_id) {
          line.send(answer(frame, frame.hand_id));
        }
        break;
      case 'snapshot': // we came back in the middle of a hand; `legal`: and it is our turn
        if (frame.legal && frame.legal.length) {
          line.send(answer(frame, frame.at_hand_id));
          answered = frame.req_id;
        }
        break;
      case 'end_hand':
        console.log(frame.hand_id, frame.stacks.map((s) => `${s.seat}: ${s.stack}`).join(', '));
        break;
      case 'error':
        console.error(`error ${frame.code}: ${frame.msg}`);
        break;
      case 'match_end':
        console.log('winner:', frame.winner && frame.winner.team);
        over = true;
        line.close();
        break;
      default: // welcome, lobby, start_hand, event ...: nothing to do
    }
  });
  line.on('error', (problem) => console.error(`the line: ${problem.message}`));
  line.on('close', () => {
    // The seat stays ours when the line drops: the same team and code get it back.
    if (over) process.exit(0);
    if (tries === 0) process.exit(1);
    setTimeout(() => play(url, team, code, tries - 1), 500);
  });
}

if (process.argv.length !== 5) {
  console.error('usage: arena_bot.js URL TEAM CODE');
  process.exit(2);
}
play(process.argv[2], process.argv[3], process.argv[4], 1);
