/* test_user.c -- names, handles, passwords, addresses and birthdays: good ones and every kind of
 * bad one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "accounts/characters.h"
#include "accounts/user.h"
#include "module.h"

#include <stdio.h>
#include <string.h>

typedef enum felt_status (*verifier)(const char *text, size_t bytes,
                                     struct felt_complaint *complaint);

/* `says` is part of the complaint; NULL: it is good. */
struct row {
    const char *text, *says;
};

static void verify_rows(verifier verify, const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct felt_complaint complaint = {0};
        size_t bytes = strlen(rows[i].text);
        enum felt_status status = verify(rows[i].text, bytes, &complaint);
        if ((status == FELT_OK) != (rows[i].says == NULL))
            fail_msg("\"%s\": %s, \"%s\"", rows[i].text, felt_status_text(status), complaint.text);
        assert_int_equal(verify(rows[i].text, bytes, NULL), status);
        if (status == FELT_OK) continue;
        if (!strstr(complaint.text, rows[i].says))
            fail_msg("\"%s\": \"%s\"", rows[i].text, complaint.text);
        assert_true(complaint.at + complaint.length <= bytes);
    }
}

static enum felt_status verify_username(const char *text, size_t bytes,
                                        struct felt_complaint *complaint)
{
    return felt_username_verify(FELT_USER_HUMAN, text, bytes, complaint);
}

static enum felt_status verify_handle(const char *text, size_t bytes,
                                      struct felt_complaint *complaint)
{
    return felt_handle_verify(FELT_USER_HUMAN, text, bytes, complaint);
}

#define VERIFY(verify, rows) verify_rows(verify, rows, sizeof(rows) / sizeof((rows)[0]))

static void user_kinds_have_words(void **state)
{
    (void)state;
    static const char *const words[] = {"guest", "human", "house", "admin"};
    for (int kind = 0; kind < FELT_USER_KINDS; kind++) {
        assert_string_equal(felt_user_kind_word((enum felt_user_kind)kind), words[kind]);
        assert_int_equal(felt_user_kind_find(words[kind]), kind);
    }
    assert_int_equal(felt_user_kind_find(""), -1);
    assert_int_equal(felt_user_kind_find("Guest"), -1);
    assert_int_equal(felt_user_kind_find("guests"), -1);
}

static void username_rules(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"ada", NULL},
        {"Ada.Love_lace-1815", NULL},
        {"a23456789012345678901234", NULL},
        {"guest", NULL},
        {"guest-", NULL},
        {"guest-1a", NULL},
        {"HousePlaye.fan", NULL},
        {"admins", NULL},
        {"sysadmin", NULL},
        {"felt.hat", NULL},
        {"player1", NULL}, /* nobody sees it */
        {"", "3 to 24"},
        {"ab", "3 to 24"},
        {"a234567890123456789012345", "3 to 24"},
        {"1ada", "begins with a letter"},
        {".ada", "begins with a letter"},
        {"-ada", "begins with a letter"},
        {"10158000000000001", "begins with a letter"}, /* a Facebook id */
        {"ada lovelace", "only letters"},
        {"ada@home", "only letters"},
        {"\xC3\xA4"
         "da",
         "only letters"},
        {"ada\n", "only letters"},
        {"ad'a", "only letters"},
        {"guest-17", "belong to guests"},
        {"GUEST-0", "belong to guests"},
        {"HousePlayer1", "belong to the house"},
        {"houseplayer", "belong to the house"},
        {"hOUSEpLAYER12", "belong to the house"},
        {"House_Player-1", "belong to the house"},
        {"H0useP1ayer7", "belong to the house"},
        {"HousePIayerO", "belong to the house"},
        {"houseplayerfan", "belong to the house"},
        {"the.houseplayer", "belong to the house"},
        {"admin", "choose another"},
        {"Ad-Min", "choose another"},
        {"adm1n", "choose another"},
        {"SYSTEM", "choose another"},
        {"Dealer", "choose another"},
        {"felt.works", "choose another"},
    };
    VERIFY(verify_username, rows);
    assert_int_equal(verify_username("a\0b", 3, NULL), FELT_BAD_NAME);
}

static void handle_rules(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"A", NULL},
        {"Ada Lovelace", NULL},
        {"\xC3\x84"
         "da",
         NULL},
        {"\xE5\xBC\xB5\xE4\xBC\x9F", NULL}, /* Chinese            */
        {"\xE0\xA4\x85\xE0\xA4\xA6\xE0\xA4\xBF\xE0\xA4\xA4\xE0\xA4\xBF", NULL}, /* Hindi   */
        {"\xF0\x9F\x83\x8F", NULL}, /* a joker            */
        {"e\xCC\x81", NULL},        /* e, accent          */
        {"123456789012345678901234", NULL},
        {"Player", NULL},
        {"Players", NULL},
        {"Player?", NULL},
        {"Player One", NULL},
        {"PlayerX1", NULL},
        {"First Player 1", NULL},
        {"House Cat", NULL},
        {"Deleted Scenes", NULL},
        {"Guest of Honour", NULL},
        {"Admins", NULL},
        {"The Dealer", NULL},
        {"Felt Hat", NULL},
        {"<b>&amp;</b>", NULL}, /* whoever shows it escapes it */
        {"", "at least one"},
        {"1234567890123456789012345", "at most 24"},
        {" Ada", "single blanks"},
        {"Ada ", "single blanks"},
        {"Ada  Lovelace", "single blanks"},
        {" ", "single blanks"},
        {"Ada\tL", "can be seen"},
        {"Ada\n", "can be seen"},
        {"\x7F", "can be seen"},
        {"\xED\xA0\x80", "UTF-8"}, /* a surrogate                         */
        {"\xC0\x80", "UTF-8"},
        {"A\xE2\x82", "UTF-8"},
        {"\xCC\x81", "needs a letter"},
        {"A \xCC\x81", "needs a letter"},
        {"A\xCC\x81\xCC\x82\xCC\x83\xCC\x84", "at most 3 accents"},
        {"Player1", "given by the server"},
        {"player 17", "given by the server"},
        {"PLAYER_0", "given by the server"},
        {"Pl\xD0\xB0yer1", "given by the server"}, /* a Cyrillic a */
        {"Playero", "given by the server"},        /* looks like Player0 */
        {"Player II", "given by the server"},
        {"Player\xD9\xA3", "given by the server"}, /* three of Arabic */
        {"Player\xD0\x97", "given by the server"}, /* Cyrillic Ze     */
        {"Guest 17", "given by the server"},
        {"deleted17", "given by the server"},
        {"De1eted-17", "given by the server"},
        {"HousePlayerFan", "belong to the house"},
        {"HousePlayer1", "belong to the house"},
        {"House Player 1", "belong to the house"},
        {"House-Player.1", "belong to the house"},
    };
    VERIFY(verify_handle, rows);
    assert_int_equal(verify_handle("A\0B", 3, NULL), FELT_BAD_NAME);
}

/* Between letters, in front and behind: everything that is not seen, by its number. */
static void handle_hidden_characters_are_refused(void **state)
{
    (void)state;
    static const struct {
        uint32_t character;
        const char *utf8;
    } rows[] = {
        {0x0085, "\xC2\x85"},     {0x00A0, "\xC2\xA0"},          {0x00AD, "\xC2\xAD"},
        {0x061C, "\xD8\x9C"},     {0x200B, "\xE2\x80\x8B"},      {0x200D, "\xE2\x80\x8D"},
        {0x2028, "\xE2\x80\xA8"}, {0x202E, "\xE2\x80\xAE"},      {0x2066, "\xE2\x81\xA6"},
        {0x2800, "\xE2\xA0\x80"}, {0x3000, "\xE3\x80\x80"},      {0x3164, "\xE3\x85\xA4"},
        {0xE000, "\xEE\x80\x80"}, {0xFE0F, "\xEF\xB8\x8F"},      {0xFEFF, "\xEF\xBB\xBF"},
        {0xFFFF, "\xEF\xBF\xBF"}, {0xE0041, "\xF3\xA0\x81\x81"}, {0xF0000, "\xF3\xB0\x80\x80"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static const char *const around[][2] = {{"", ""}, {"A", "B"}, {"A", ""}, {"", "B"}};
        assert_true(felt_character_is_hidden(rows[i].character));
        for (size_t j = 0; j < sizeof around / sizeof around[0]; j++) {
            char text[16];
            snprintf(text, sizeof text, "%s%s%s", around[j][0], rows[i].utf8, around[j][1]);
            const struct row row[] = {{text, "can be seen"}};
            VERIFY(verify_handle, row);
        }
    }
}

/* The longest handle fits where handles are kept, whatever it is made of. */
static void handle_longest_fits(void **state)
{
    (void)state;
    char text[FELT_HANDLE_BYTES + 8] = "";
    for (size_t i = 0; i < FELT_HANDLE_MAX; i++) memcpy(text + 4 * i, "\xF0\x9F\x83\x8F", 4);
    assert_int_equal(strlen(text), FELT_HANDLE_BYTES);
    assert_int_equal(verify_handle(text, strlen(text), NULL), FELT_OK);
    text[FELT_HANDLE_BYTES] = 'A';
    assert_int_equal(verify_handle(text, strlen(text), NULL), FELT_BAD_NAME);
}

static void name_of_the_house(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool house, reserved;
    } rows[] = {
        {"HousePlayer1", true, true},
        {"HousePlayer0", true, true},
        {"HousePlayer1234567890123", true, true},
        {"HousePlayer12345678901234", false, true}, /* too long for a username */
        {"HousePlayer", false, true},
        {"houseplayer1", false, true},
        {"HOUSEPLAYER1", false, true},
        {"HousePlayer1\n", false, true},
        {"HousePlayer 1", false, true},
        {" HousePlayer1", false, true},
        {"House Player_1", false, true},
        {"H.o.u.s.e.P.l.a.y.e.r.1", false, true},
        {"House\xE2\x80\x8BPlayer1", false, true},           /* a blank without width         */
        {"House\xE2\x80\xA2Player1", false, true},           /* a bullet                      */
        {"H\xC3\xB6usePlayer1", false, true},                /* o with dots                   */
        {"Ho\xCC\x88usePlayer1", false, true},               /* dots on an o                  */
        {"\xEF\xBC\xA8ousePlayer\xEF\xBC\x91", false, true}, /* wide H, wide 1          */
        {"H\xD0\xBEus\xD0\xB5Pl\xD0\xB0y\xD0\xB5r1", false, true}, /* Cyrillic          */
        {"\xCE\x97\xCE\xBFusePlayer1", false, true},  /* Greek                         */
        {"\xF0\x9D\x90\x87ousePlayer1", false, true}, /* a bold H                      */
        {"\xE2\x92\xBDousePlayer1", false, true},     /* H in a circle                 */
        {"HousePlayer\xF0\x9D\x9F\x8F", false, true}, /* a bold 1                      */
        {"H0usePlayer1", false, true},
        {"HousePIayer1", false, true},
        {"Hou5ePl4y3r1", false, true},
        {"HousePlayerO", false, true},
        {"HousePlayerl", false, true},
        {"HousePlayers", false, true},
        {"HousePlayer1X", false, true},
        {"XHousePlayer1", false, true},
        {"The HousePlayer1", false, true},
        {"\xE2\x84\x8BousePlayer5", false, true},  /* a script H                    */
        {"\xC4\xA6ousePlayer1", false, true},      /* H with a stroke               */
        {"HousePlayer\xD9\xA3", false, true},      /* three of Arabic               */
        {"HousePlayer \xE2\x85\xA3", false, true}, /* a Roman four                  */
        {"HousePlayer\xE4\xB8\x80", false, true},  /* a Chinese one                 */
        {"HousePlayers' Friend", false, true},
        {"House of Players", false, false},
        {"House", false, false},
        {"HousePlaye", false, false},
        {"Player1", false, false},
        {"", false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (felt_name_is_house(rows[i].name) != rows[i].house) fail_msg("%s", rows[i].name);
        if (felt_name_is_reserved(rows[i].name) != rows[i].reserved) fail_msg("%s", rows[i].name);
    }
}

/* In every spelling; an admin may have it, everybody else not. */
static void name_of_an_office(void **state)
{
    (void)state;
    static const char *const offices[] = {
        "admin",   "administrator", "operator", "system", "moderator", "support", "dealer",
        "felt",    "feltworks",     "server",   "Admin",  "Operator",  "System",  "Moderator",
        "Support", "Dealer",        "ADM1N",    "5ystem", "Dea1er",    "s.erver", "Felt-Works",
    };
    static const char *const disguised[] = {
        "Felt Works",
        "\xD0\x90"
        "dmin", /* a Cyrillic A    */
        "Adm\xC3\xAD"
        "n", /* i with an acute */
        "Admi\xCC\x81n",
        "\xEF\xBC\xA1"
        "dmin", /* a wide A        */
        "\xF0\x9D\x90\x80"
        "dmin", /* a bold A        */
        "D\xCE\xB5"
        "aler", /* a Greek epsilon */
    };
    for (size_t i = 0; i < sizeof offices / sizeof offices[0]; i++) {
        const char *name = offices[i];
        assert_true(felt_name_is_official(name));
        for (int kind = 0; kind < FELT_USER_KINDS; kind++) {
            enum felt_status wanted = kind == FELT_USER_ADMIN ? FELT_OK : FELT_BAD_NAME;
            assert_int_equal(
                felt_handle_verify((enum felt_user_kind)kind, name, strlen(name), NULL), wanted);
            if (name[0] >= 'A') /* usernames begin with a letter */
                assert_int_equal(
                    felt_username_verify((enum felt_user_kind)kind, name, strlen(name), NULL),
                    wanted);
        }
    }
    for (size_t i = 0; i < sizeof disguised / sizeof disguised[0]; i++) {
        const struct row row[] = {{disguised[i], "choose another"}};
        VERIFY(verify_handle, row);
    }
    assert_false(felt_name_is_official(""));
    assert_false(felt_name_is_official("administrators"));
    assert_false(felt_name_is_official("the admin"));
}

static void name_fold_is_of_ascii(void **state)
{
    (void)state;
    char out[64];
    felt_name_fold("@AZ[`az{ \xC3\x84", out);
    assert_string_equal(out, "@az[`az{ \xC3\x84");
    felt_name_fold("", out);
    assert_string_equal(out, "");
}

static void handle_folds_to(const char *handle, const char *wanted)
{
    char out[FELT_HANDLE_BYTES + 1];
    memset(out, '#', sizeof out);
    felt_handle_fold(handle, out);
    if (strcmp(out, wanted) != 0) fail_msg("\"%s\" folds to \"%s\"", handle, out);
    felt_handle_fold(out, out);
    assert_string_equal(out, wanted);
}

static void handle_fold_is_by_sight(void **state)
{
    (void)state;
    static const struct {
        const char *handle, *folded;
    } rows[] = {
        {"", ""},
        {"Ada Lovelace", "adalovelace"},
        {"A.d_a-L", "adal"},
        {"Jos\u00E9", "jose"},
        {"Jose\u0301", "jose"},
        {"\u00D6zil", "ozll"},
        {"\u00F6zil", "ozll"},
        {"\u0410da", "ada"},                       /* Cyrillic                               */
        {"\u0391\u03BD\u03BD\u0391", "anna"},      /* Greek                                  */
        {"\uFF21\uFF44\uFF41", "ada"},             /* wide                                   */
        {"\U0001D400\U0001D41D\U0001D51E", "ada"}, /* of mathematics                       */
        {"\u210Bouse", "house"},
        {"\u0126ouse", "house"},
        {"\u24B6\u24D3\u24D0", "ada"}, /* in circles                             */
        {"\U0001F150da", "ada"},
        {"\u1D00da", "ada"},  /* a small capital                        */
        {"\uFB01sh", "flsh"}, /* two letters in one                     */
        {"Stra\u00DFe", "strasse"},
        {"\u00C6gir", "aeglr"},
        {"\u2163", "lv"}, /* a Roman four                           */
        {"O0o", "ooo"},
        {"Il1i|", "lllll"},
        {"\u0663\u096A", "34"},             /* digits of Arabic and Hindi             */
        {"\u041C\u0438\u0440", "m\u0438p"}, /* what is like nothing stays             */
        {"\u042F", "\u044F"},               /* but for capitals                       */
        {"\u5F35\u5049", "\u5F35\u5049"},
        {"\uF9D1", "\u516D"},       /* the same ideograph twice               */
        {"\u304B\u3099", "\u304C"}, /* kana keep their marks                  */
        {"\u304C", "\u304C"},
        {"\u304B", "\u304B"},
        {"\uFF76\uFF9E", "\u30AC"},       /* half as wide                           */
        {"\u1112\u1161\u11AB", "\uD55C"}, /* Hangul in parts                        */
        {"\uD55C", "\uD55C"},
        {"\u0905\u0926\u093F\u0924\u093F", "\u0905\u0926\u093F\u0924\u093F"}, /* vowels stay */
        {"\u09C7\u09BE", "\u09CB"}, /* a vowel of two parts                   */
        {"\U0001F0CF", "\U0001F0CF"},
        {"-", "-"},
        {"._\u2014", "._-"}, /* nothing would be left                  */
        {"\u0301", "\u0301"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        handle_folds_to(rows[i].handle, rows[i].folded);
}

/* Characters that become several are cut where a handle ends. */
static void handle_fold_fits(void **state)
{
    (void)state;
    char handle[FELT_HANDLE_BYTES + 1] = "", wanted[FELT_HANDLE_BYTES + 1] = "";
    for (size_t i = 0; i < FELT_HANDLE_MAX; i++) memcpy(handle + 3 * i, "\u2167", 4); /* VIII */
    for (size_t i = 0; i < FELT_HANDLE_MAX; i++) wanted[i] = i % 4 ? 'l' : 'v';
    handle_folds_to(handle, wanted);
    memset(handle, 0, sizeof handle);
    for (size_t i = 0; i < FELT_HANDLE_MAX; i++) memcpy(handle + 4 * i, "\U0001F0CF", 5);
    handle_folds_to(handle, handle);
}

static enum felt_status verify_password(const char *text, size_t bytes,
                                        struct felt_complaint *complaint)
{
    return felt_password_verify(text, bytes, "Ada.Lovelace", "Countess", complaint);
}

static void password_rules(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"correct horse", NULL},
        {"x7!kQ2 z", NULL},
        {"\xC3\xA4\xC3\xB6\xC3\xBC\xC3\x9F\xC3\xA9\xC3\xA1\xC3\xB0\xC3\xBE", NULL},
        {"x7!kQ2 zx9!kR4 zx1!kS8 zx3!kT6 zx5!kU2 zx7!kV4 zx9!kW6 zx1!kX8 zx3!kY1 z", NULL},
        {"x7!kQ2 zx9!kR4 zx1!kS8 zx3!kT6 zx5!kU2 zx7!kV4 zx9!kW6 zx1!kX8 zx3!kY1 zz", "72 bytes"},
        {"", "at least 12"},
        {"x7!kQ2z", "at least 12"},
        {"\xC3\xA4\xC3\xB6\xC3\xBC\xC3\x9F", "at least 12"}, /* eight bytes, four characters */
        {"correct\x07horse", "control"},
        {"correct\nhorse", "control"},
        {"correct\xC2\x85horse", "control"},
        {"correct\xFFhorse", "UTF-8"},
        {"Ada.Lovelace", "your name"},
        {"aDA.lOVELACE", "your name"},
        {"my @da.l0velace!", "your name"},
        {"a countess sleeps", "your name"},
        {"the Feltw0rks table", "our name"},
        {"12345678", "first that are tried"},
        {"PassWord", "first that are tried"},
        {"qwertyui", "first that are tried"},
        {"aaaaaaaaa", "first that are tried"},
        {"ILoveYou", "first that are tried"},
        {"iloveyou1", "first that are tried"},
        {"monkey123", "first that are tried"},
        {"football1", "first that are tried"},
        {"dragon123", "first that are tried"},
        {"zaq12wsx", "first that are tried"},
        {"charlie1", "first that are tried"},
        {"P@ssw0rd1234", "first that are tried"},
        {"passwordpassword", "first that are tried"},
        {"monkeydragon", "first that are tried"},
        {"abcdefghijklmnop", "first that are tried"},
        {"12345678901234567890", "first that are tried"},
        {"qwertyuiopasdfgh", "first that are tried"},
        {"xyzaxyzaxyzaxyza", "first that are tried"},
        {"monkey7z", "first that are tried"},
        {"monkey 7zQ", "easy to guess"},
        {"qzvkwpxt", "easy to guess"}, /* eight small letters */
        {"qzvkwpxtb", NULL},
        {"1592604837", "easy to guess"},
        {"password 2000", NULL},
    };
    VERIFY(verify_password, rows);
    assert_int_equal(felt_password_verify("correct\0horse", 13, "ada", NULL, NULL), FELT_BAD_NAME);
    assert_int_equal(felt_password_verify("Ada.Lovelace", 12, NULL, NULL, NULL), FELT_OK);
    assert_int_equal(felt_password_verify("Ada.Lovelace", 12, "", "", NULL), FELT_OK);
    assert_int_equal(felt_password_verify("Ada.Lovelace", 12, "al", "l", NULL), FELT_OK);
}

/* Complaints are printed and logged. */
static void password_is_never_quoted(void **state)
{
    (void)state;
    static const char *const rows[] = {"zebra\x07zebra", "zebra\xFFzebra", "zebra", "zebrazebra"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_complaint complaint = {0};
        assert_int_not_equal(
            felt_password_verify(rows[i], strlen(rows[i]), "zebrazebra", NULL, &complaint),
            FELT_OK);
        assert_null(strstr(complaint.text, "zebra"));
    }
}

static void email_rules(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"ada@example.org", NULL},
        {"a.d+a_1@mail.example.co", NULL},
        {"x@a-b.c1.de", NULL},
        {"123456789012345678901234567890123456789012345678901234567890abcd@example123.org", NULL},
        {"123456789012345678901234567890123456789012345678901234567890abcd@example1234.org", NULL},
        {"123456789012345678901234567890123456789012345678901234567890abcd@example12345.org",
         "at most 80"},
        {"123456789012345678901234567890123456789012345678901234567890abcde@example.org", "like"},
        {"", "like"},
        {"ada", "like"},
        {"@example.org", "like"},
        {"ada@", "like"},
        {"ada@example", "like"},
        {"ada@@example.org", "like"},
        {"ada@exa@mple.org", "like"},
        {".ada@example.org", "like"},
        {"ada.@example.org", "like"},
        {"a..da@example.org", "like"},
        {"ada@.example.org", "like"},
        {"ada@example.org.", "like"},
        {"ada@example..org", "like"},
        {"ada@-example.org", "like"},
        {"ada@example-.org", "like"},
        {"ada@127.0.0.1", "like"},
        {"ada lovelace@example.org", "like"},
        {"ada@example.org\r\nBcc: x@y.de", "like"},
        {"\"ada\"@example.org", "like"},
        {"ada@ex\xC3\xA4mple.org", "like"},
    };
    VERIFY(felt_email_verify, rows);
    assert_int_equal(felt_email_verify("a\0@example.org", 14, NULL), FELT_BAD_NAME);
}

/* 2026-02-28, a millisecond before it is over. */
static enum felt_status verify_birthday(const char *text, size_t bytes,
                                        struct felt_complaint *complaint)
{
    return felt_birthday_verify(text, bytes, INT64_C(1772323199999), complaint);
}

static void birthday_rules(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"1980-02-29", NULL},
        {"2000-02-29", NULL},
        {"1900-01-01", NULL},
        {"1999-12-31", NULL},
        {"2026-02-28", NULL},
        {"2026-03-01", "today"},
        {"2027-01-01", "today"},
        {"9999-12-31", "today"},
        {"1899-12-31", "today"},
        {"0000-01-01", "today"},
        {"1900-02-29", "no such day"},
        {"1981-02-29", "no such day"},
        {"1980-02-30", "no such day"},
        {"1980-04-31", "no such day"},
        {"1980-00-10", "no such day"},
        {"1980-13-10", "no such day"},
        {"1980-01-00", "no such day"},
        {"1980-01-32", "no such day"},
        {"", "like 1980"},
        {"1980-2-29", "like 1980"},
        {"1980/02/29", "like 1980"},
        {"29.02.1980", "like 1980"},
        {"1980-02-29 ", "like 1980"},
        {"1980-02-2a", "like 1980"},
        {"-980-02-29", "like 1980"},
        {"+980-02-29", "like 1980"},
    };
    VERIFY(verify_birthday, rows);
    assert_int_equal(felt_birthday_verify("1970-01-01", 10, 0, NULL), FELT_OK);
    assert_int_equal(felt_birthday_verify("1970-01-02", 10, 0, NULL), FELT_BAD_NUMBER);
    assert_int_equal(felt_birthday_verify("1970-01-02", 10, 86400000, NULL), FELT_OK);
}

static void characters_are_sorted_by_sight(void **state)
{
    (void)state;
    uint32_t hidden = 0, marks = 0, accents = 0, like[FELT_LIKENESS_MAX];
    for (uint32_t c = 0; c < 0x110000; c++) {
        hidden += felt_character_is_hidden(c);
        marks += felt_character_is_mark(c);
        accents += felt_character_is_accent(c);
        if (felt_character_is_accent(c)) assert_true(felt_character_is_mark(c));
        size_t count = felt_character_likeness(c, like);
        assert_true(count >= 1 && count <= FELT_LIKENESS_MAX);
        for (size_t i = 0; i < count; i++) { /* what comes out is like itself */
            uint32_t again[FELT_LIKENESS_MAX];
            assert_true(like[i] != 0 || c == 0);
            assert_int_equal(felt_character_likeness(like[i], again), 1);
            assert_int_equal(again[0], like[i]);
        }
    }
    assert_true(hidden > 0x30000); /* private use alone is 137,468 */
    assert_int_equal(marks, 2408); /* of Unicode 14 */
    assert_true(accents > 500 && accents < marks);
    for (uint32_t c = '!'; c <= '~'; c++) assert_false(felt_character_is_hidden(c));
    assert_int_equal(felt_character_likeness(0x4E00, like), 1);
    assert_int_equal(like[0], 0x4E00);
}

TEST_MODULE(user)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(user_kinds_have_words),
        cmocka_unit_test(username_rules),
        cmocka_unit_test(handle_rules),
        cmocka_unit_test(handle_hidden_characters_are_refused),
        cmocka_unit_test(handle_longest_fits),
        cmocka_unit_test(name_of_the_house),
        cmocka_unit_test(name_of_an_office),
        cmocka_unit_test(name_fold_is_of_ascii),
        cmocka_unit_test(handle_fold_is_by_sight),
        cmocka_unit_test(handle_fold_fits),
        cmocka_unit_test(password_rules),
        cmocka_unit_test(password_is_never_quoted),
        cmocka_unit_test(email_rules),
        cmocka_unit_test(birthday_rules),
        cmocka_unit_test(characters_are_sorted_by_sight),
    };
    return cmocka_run_group_tests_name("user", tests, NULL, NULL);
}
