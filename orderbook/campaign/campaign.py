"""A campaign that is open: its record, its log, and the one way to change it: a step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType

from orderbook.campaign.canonical import parse_json
from orderbook.campaign.event import EVERYBODY, GAME_MASTER, Event
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.files import keep_map, keep_rules, lay_out_map, lay_out_rules
from orderbook.campaign.folder import create_store, open_store
from orderbook.campaign.game import CampaignSystem, Player, Setup, State, WeekPost
from orderbook.campaign.own_events import campaign_begun, options_chosen, player_set
from orderbook.campaign.record import KeptFile, Record, TakenPost, fold_record
from orderbook.campaign.schema import CAMPAIGN_PHASE
from orderbook.campaign.steps import UNDO, Step, live_steps
from orderbook.campaign.store import Draft, Head, Store
from orderbook.rulebook.names import fold_name
from orderbook.rulebook.options import Options
from orderbook.text.source import SourceText, decode_source


class Campaign:
    """An open campaign; close it, or use it in a ``with``. ``record`` is as of the step seen last.

    ``own_events`` are those of the campaign itself that count. Everything that changes it may raise ``Conflict``:
    somebody else was faster, and nothing was done.
    """

    def __init__(self, folder: Path, store: Store) -> None:
        self.folder = folder
        self.store = store
        self._laid_out: TemporaryDirectory[str] | None = None
        self._layouts: dict[tuple[tuple[KeptFile, ...], KeptFile | None], tuple[tuple[Path, ...], Path | None]] = {}
        self._setup: Setup | None = None
        self.head = Head()
        self.steps: list[Step] = []
        self.record = Record()
        self.own_events: list[Event] = []
        self.reload()

    def __enter__(self) -> Campaign:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection to the store."""
        if self._laid_out is not None:
            self._laid_out.cleanup()
            self._laid_out = None
            self._layouts.clear()
        self.store.close()

    def reload(self) -> None:
        """Reads the campaign as it is now."""
        with self.store.look():
            self.head = self.store.head()
            self.steps = self.store.steps()
            self.own_events = self.store.events("campaign", self._live())
        self.record = fold_record(self.own_events)
        self._setup = None

    def _live(self) -> list[int]:
        return [step.number for step in live_steps(self.steps)]

    # -- looking ------------------------------------------------------------------------------------------------

    @property
    def setup(self) -> Setup:
        """What holds for the whole campaign, its files laid out to be read."""
        if self._setup is None:
            self._setup = self.setup_of(self.record)
        return self._setup

    def setup_of(self, record: Record) -> Setup:
        """What held for the whole campaign when its record was this."""
        rules, map_path = self._lay_out(record)
        players = tuple(record.players.values())
        return Setup(record.system, record.seed, players, record.options, rules, map_path)

    def _lay_out(self, record: Record) -> tuple[tuple[Path, ...], Path | None]:
        """The paths of rule data and map. Other files get another folder: what was read of a path stays true."""
        if not record.rules and record.map is None:
            return (), None
        key = record.rules, record.map
        if key not in self._layouts:
            if self._laid_out is None:
                self._laid_out = TemporaryDirectory(prefix="orderbook-")
            folder = Path(self._laid_out.name) / str(len(self._layouts))
            rules = lay_out_rules(self.store, record.rules, folder)
            map_path = lay_out_map(self.store, record.map, folder) if record.map is not None else None
            self._layouts[key] = rules, map_path
        return self._layouts[key]

    def player(self, name: str) -> Player:
        """The player of that name or alias. Raises ``CampaignError`` with the names there are."""
        found = find_player(self.record.players.values(), name)
        if found is None:
            known = ", ".join(self.record.players) or "nobody yet"
            raise CampaignError(f"no player is called {name!r}; the players are: {known}")
        return found

    def text_of(self, post: TakenPost) -> SourceText:
        """The text of a post; its name says whose it is and of which week."""
        return decode_source(self.store.blob(post.text), f"{post.player}, week {post.week}")

    def posts(self, week: int, record: Record | None = None) -> tuple[WeekPost, ...]:
        """The posts that count in a week, sorted by player; by an earlier ``record``, those that counted then."""
        posts = (record or self.record).posts_of(week)
        return tuple(WeekPost(post.player, week, self.text_of(post)) for post in posts)

    def week_events(self, week: int | None = None) -> list[Event]:
        """What happened in the game in a week, or in all weeks, in order."""
        return self.store.events("game", self._live(), week)

    def snapshot_step(self, week: int) -> Step | None:
        """The step that counts for the state at the end of a week."""
        return next(
            (step for step in reversed(live_steps(self.steps)) if any(number == week for number, _ in step.snapshots)),
            None,
        )

    def state(self, week: int, system: CampaignSystem) -> State:
        """The state at the end of a resolved week, or before the first. Raises ``CampaignError`` for others."""
        step = self.snapshot_step(week)
        snapshot = self.store.snapshot(step.number, week) if step is not None else None
        if snapshot is not None:
            return system.state_from_json(parse_json(snapshot.state))
        raise CampaignError(f"week {week} is not resolved yet")

    # -- changing -----------------------------------------------------------------------------------------------

    def add(self, draft: Draft) -> Step:
        """Enters a step. Raises ``Conflict`` if the campaign is no longer as it was read."""
        step, self.head = self.store.append(draft, self.head)
        self.steps.append(step)
        if step.undoes is not None:
            self.reload()
            return step
        own = [event for event in draft.events if event.phase == CAMPAIGN_PHASE]
        self.own_events += own
        self.record = fold_record(own, self.record)
        self._setup = None
        return step

    def undo(self) -> Step:
        """Takes back the last step that counts; the log keeps both. Raises ``CampaignError`` if there is none."""
        live = live_steps(self.steps)
        if len(live) < 2:
            raise CampaignError("there is no step to take back; the campaign has just been made")
        last = live[-1]
        return self.add(Draft(UNDO, f"took back step {last.number}: {last.told}", undoes=last.number))

    def set_player(self, player: Player) -> Step | None:
        """Adds a player, or changes what is known of one; None if nothing changes. Raises ``CampaignError``."""
        before = self.record.players.get(player.name)
        expect_free_names(self.record.players.values(), player, player.name)
        if before == player:
            return None
        if before is not None and before.opening != player.opening and self.record.resolved:
            raise CampaignError(
                f"the opening of {player.name} cannot change any more: week {self.record.resolved[0]} is resolved. "
                "A ruling can give or take."
            )
        told = player.faction + (f", also called {', '.join(player.aliases)}" if player.aliases else "")
        if player.opening is not None:
            told += f", opening with {player.opening}"
        head = f"{player.name} joins" if before is None else f"{player.name} is known otherwise"
        return self.add(Draft("player", f"{head}: {told}", (player_set(self.record.week, player),)))

    def choose(self, options: Options) -> Step | None:
        """Makes choices about what the rulebook leaves open, over those made before; None if nothing changes."""
        chosen = self.record.options.overlaid(options)
        if chosen == self.record.options:
            return None
        told = ", ".join(f"{name}={choice}" for name, choice in options.choices)
        return self.add(Draft("option", told, (options_chosen(self.record.week, chosen),)))


def find_player(players: Iterable[Player], name: str) -> Player | None:
    """The player of that name or alias, in whatever case."""
    wanted = fold_name(name)
    listed = list(players)
    exact = next((player for player in listed if name in (player.name, *player.aliases)), None)
    return exact or next(
        (player for player in listed if wanted and wanted in map(fold_name, (player.name, *player.aliases))), None
    )


def expect_free_names(players: Iterable[Player], player: Player, known_as: str) -> None:
    """Raises ``CampaignError`` where a name of ``player``, so far ``known_as``, means somebody else."""
    for name in (player.name, *player.aliases):
        if not fold_name(name):
            raise CampaignError(f"no player can be called {name!r}; write a name with letters or figures in it")
        if fold_name(name) in (GAME_MASTER, EVERYBODY):
            raise CampaignError(f"no player can be called {name!r}; the word means somebody else in a campaign")
    for other in players:
        taken = {fold_name(name) for name in (other.name, *other.aliases)}
        for name in (player.name, *player.aliases):
            if other.name != known_as and fold_name(name) in taken:
                raise CampaignError(f"{name!r} is a name of the player {other.name}; choose another")


def open_campaign(folder: Path, tell: Callable[[str], None] = lambda text: None) -> Campaign:
    """The campaign in a folder; ``tell`` hears of a store brought up to date. Raises ``CampaignError``."""
    store = open_store(folder, tell)
    try:
        return Campaign(folder, store)
    except BaseException:
        store.close()
        raise


def create_campaign(
    folder: Path,
    system: str,
    *,
    seed: str,
    options: Options,
    rules: Sequence[Path] = (),
    map_file: Path | None = None,
    address: str | None = None,
) -> None:
    """Makes a campaign in a folder; ``address`` puts its store on a server. Raises ``CampaignError``."""
    kept, blobs = keep_rules(rules)
    kept_map = None
    if map_file is not None:
        kept_map, data = keep_map(map_file)
        blobs.append(data)
    begun = campaign_begun(system, seed, options, kept, kept_map)
    draft = Draft("new", f"a campaign of {system} begins", (begun,), tuple(blobs))

    def fill(store: Store) -> None:
        store.append_within(draft, Head())

    create_store(folder, address, fill)
