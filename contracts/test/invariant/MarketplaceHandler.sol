// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC2981} from "@openzeppelin/contracts/interfaces/IERC2981.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {Collection} from "../../src/Collection.sol";
import {Marketplace} from "../../src/Marketplace.sol";
import {Platform} from "../../src/Platform.sol";
import {TestUSDC} from "../../src/test/TestUSDC.sol";
import {HostileParty} from "../mocks/HostileParty.sol";
import {HostileToken} from "../mocks/HostileToken.sol";

/// @dev Acts as sellers, buyers, offerers, creators, admins, strangers and misbehaving tokens, in any order the fuzzer chooses, and
/// records the expected state. From these records each action computes, before the call, whether the contract must allow it.
contract MarketplaceHandler is Test {
    struct Listed {
        address seller;
        uint256 price;
        address currency;
        uint256 maxCutBps;
        uint256 expiresAt;
        uint256 counter;
        uint256 moves;
    }

    enum State {
        None,
        Open,
        Cancelled,
        Accepted
    }

    struct Offered {
        State state;
        address collection;
        uint256 tokenId;
        address offerer;
        uint256 price;
        address currency;
        uint256 expiresAt;
    }

    uint256 private constant TOKENS = 3;

    Marketplace private immutable _market;
    Platform private immutable _platform;
    TestUSDC private immutable _usdc;
    HostileToken private immutable _hostile;
    address private immutable _issuer;

    /// @dev The last actor is a contract that sometimes refuses native coin; any actor may be blacklisted for a while.
    address[5] public actors;
    address[3] public currencies;
    /// @dev The handler uses tokens 0 to 2 of each collection.
    address[2] public collections;
    address public treasury;
    address public royalties;
    /// @dev An address that can receive a debt when the creditor cannot.
    address public elsewhere = makeAddr("elsewhere");

    mapping(address collection => mapping(uint256 tokenId => Listed)) private _listed;
    mapping(address collection => mapping(uint256 tokenId => uint256)) private _moves;
    mapping(address collection => mapping(uint256 tokenId => address)) public ownerOf;
    mapping(address collection => mapping(uint256 tokenId => mapping(address offerer => uint256 index))) private _open;
    Offered[] private _offers;
    mapping(address currency => uint256) public principal;
    mapping(address currency => uint256) public fees;
    /// @dev How often each action happened, allowed or refused.
    mapping(string what => uint256) public count;

    constructor(Marketplace market, Platform platform, Collection nft, Collection other, TestUSDC usdc, HostileToken hostile) {
        (_market, _platform, _usdc, _hostile, _issuer) = (market, platform, usdc, hostile, usdc.owner());
        (treasury, royalties) = (platform.treasuryAddress(), makeAddr("royalties"));
        currencies = [address(0), address(usdc), address(hostile)];
        collections = [address(nft), address(other)];
        _offers.push();
        for (uint256 i = 0; i < 4; ++i) actors[i] = makeAddr(string.concat("actor ", vm.toString(i)));
        actors[4] = address(new HostileParty());
        for (uint256 i = 0; i < 5; ++i) {
            vm.deal(actors[i], 1e24);
            hostile.mint(actors[i], 1e24);
            vm.startPrank(actors[i]);
            usdc.approve(address(market), type(uint256).max);
            hostile.approve(address(market), type(uint256).max);
            vm.stopPrank();
        }
    }

    /// @dev Records the owners of the tokens, which the test has minted.
    function endow() external {
        for (uint256 c = 0; c < 2; ++c) {
            for (uint256 i = 0; i < TOKENS; ++i) ownerOf[collections[c]][i] = IERC721(collections[c]).ownerOf(i);
        }
    }

    // ---- Listings

    function list(uint256 token, uint256 price, uint256 currency, uint256 cut, uint256 lasts) external {
        (address collection, uint256 id, address owner) = _token(token);
        address paid = currencies[currency % 3];
        price = currency % 7 == 0 ? currency % 11 + 1 : _bound(price, 1, 1e18);
        uint256 maxCut = cut % 3 == 0 ? cut % 1501 : 3000;
        uint256 expires = block.timestamp + _bound(lasts, 0, 20 days);
        bool allowed = paid == address(0) || _market.isPayableToken(paid);
        _try(owner, 0, abi.encodeCall(Marketplace.listNFT, (collection, id, price, paid, maxCut, expires)), allowed, "listed");
        if (!allowed) return;
        uint256 moves = _moves[collection][id];
        _listed[collection][id] = Listed(owner, price, paid, maxCut, expires, _market.counterOf(owner), moves);
    }

    function approve(uint256 token, uint256 how) external {
        (address collection, uint256 id, address owner) = _token(token);
        vm.prank(owner);
        if (how % 3 == 0) IERC721(collection).setApprovalForAll(address(_market), how % 2 == 0);
        else IERC721(collection).approve(how % 8 == 0 ? address(0) : address(_market), id);
    }

    /// @dev Transfers a token without the marketplace.
    function move(uint256 token, uint256 to) external {
        (address collection, uint256 id, address owner) = _token(token);
        vm.prank(owner);
        IERC721(collection).transferFrom(owner, actors[to % 5], id);
        _moved(collection, id, actors[to % 5]);
    }

    function deList(uint256 token, uint256 who) external {
        (address collection, uint256 id,) = _token(token);
        Listed memory listing = _listed[collection][id];
        address actor = who % 2 == 0 && listing.seller != address(0) ? listing.seller : actors[who % 5];
        // the seller may always remove the listing; others only if it is invalid
        bool allowed = listing.price != 0 && (actor == listing.seller || !isLive(collection, id));
        string memory what = actor == listing.seller ? "delisted by the seller" : "delisted by others";
        _try(actor, 0, abi.encodeCall(Marketplace.deListing, (collection, id)), allowed, what);
        if (allowed) delete _listed[collection][id];
    }

    function void(uint256 who) external {
        if (who % 4 != 0) return;
        vm.prank(actors[who % 5]);
        _market.incrementCounter();
    }

    /// @dev An actor buys a token, mostly a listed one; the search for it starts at a random position.
    function purchase(uint256 token, uint256 who, uint256 wrong) external {
        token = token % 100;
        for (uint256 i = 0; i < 6 && wrong % 5 != 0; ++i) {
            (address place, uint256 number,) = _token(token + i);
            if (!isLive(place, number)) continue;
            token += i;
            break;
        }
        (address collection, uint256 id, address owner) = _token(token);
        Listed memory listing = _listed[collection][id];
        address actor = actors[who % 5];
        uint256 price = wrong % 8 == 0 ? listing.price + 1 : listing.price;
        address paid = wrong % 8 == 1 ? currencies[wrong % 3] : listing.currency;
        bool allowed = actor != owner && _market.isPayableToken(paid) && price == listing.price && paid == listing.currency;
        allowed = _isForSale(collection, id) && allowed;
        (uint256 fee,) = _cut(collection, id, owner, price);
        _blacklist(actor, false);
        uint256 debt = _debt(paid);
        bytes memory call = abi.encodeCall(Marketplace.purchaseNFT, (collection, id, price, paid));
        _try(actor, paid == address(0) ? price : 0, call, allowed, "purchased");
        if (allowed) _sold(collection, id, actor, paid, fee, debt);
    }

    // ---- Offers

    /// @dev An actor makes an offer, which replaces the actor's open offer for the token, if any.
    function offer(uint256 token, uint256 who, uint256 price, uint256 currency, uint256 lasts) external {
        (address collection, uint256 id,) = _token(token);
        address actor = actors[who % 5];
        address paid = currencies[currency % 3];
        price = currency % 7 == 0 ? currency % 11 + 1 : _bound(price, 1, 1e18);
        uint256 expires = block.timestamp + _bound(lasts, 0, 20 days);
        bool allowed = _market.isPayableToken(paid);
        uint256 previous = _open[collection][id][actor];
        _blacklist(actor, false);
        bytes memory call = abi.encodeCall(Marketplace.createOffer, (collection, id, price, paid, expires));
        _try(actor, paid == address(0) ? price : 0, call, allowed, previous == 0 ? "offered" : "offer replaced");
        if (!allowed) return;
        if (previous != 0) _close(previous, State.Cancelled);
        _offers.push(Offered(State.Open, collection, id, actor, price, paid, expires));
        _open[collection][id][actor] = _offers.length - 1;
        principal[paid] += price;
    }

    function cancel(uint256 which, uint256 who) external {
        uint256 index = _anOffer(which);
        if (index == 0) return;
        Offered memory offered = _offers[index];
        address actor = who % 2 == 0 ? offered.offerer : actors[who % 5];
        bool open = offered.state == State.Open;
        // the offerer may have made a new offer for the token, which this call would cancel
        if (!open && _open[offered.collection][offered.tokenId][offered.offerer] != 0) return;
        bool allowed = open && (actor == offered.offerer || block.timestamp > offered.expiresAt);
        uint256 debt = _debt(offered.currency);
        bytes memory call = abi.encodeCall(Marketplace.cancelOffer, (offered.collection, offered.tokenId, offered.offerer));
        _try(actor, 0, call, allowed, actor == offered.offerer ? "cancelled by the offerer" : "cancelled by others");
        if (!allowed) return;
        _close(index, State.Cancelled);
        if (_debt(offered.currency) > debt) ++count["debt"];
    }

    function accept(uint256 which, uint256 who, uint256 wrong) external {
        uint256 index = _anOffer(which);
        if (index == 0) return;
        Offered memory offered = _offers[index];
        // the offerer may have made a new offer for the token, which this call would accept
        if (offered.state != State.Open && _open[offered.collection][offered.tokenId][offered.offerer] != 0) return;
        address owner = ownerOf[offered.collection][offered.tokenId];
        address actor = who % 4 == 0 ? actors[who % 5] : owner;
        uint256 price = wrong % 8 == 0 ? offered.price - 1 : offered.price;
        bool allowed = actor == owner && price == offered.price && _isAcceptable(offered, owner);
        (uint256 fee,) = _cut(offered.collection, offered.tokenId, owner, price);
        uint256 debt = _debt(offered.currency);
        _try(actor, 0, _accepting(offered, price), allowed, "accepted");
        if (!allowed) return;
        _close(index, State.Accepted);
        _sold(offered.collection, offered.tokenId, offered.offerer, offered.currency, fee, debt);
    }

    // ---- Other actors

    function wait(uint256 time) external {
        vm.warp(block.timestamp + _bound(time, 1, 5 days));
    }

    /// @dev An account is blacklisted or refused by a token, or the contract among the actors refuses native coin.
    function misbehave(uint256 who, uint256 how) external {
        address target = who % 6 == 5 ? royalties : actors[who % 6];
        if (how % 3 == 0) _blacklist(target, true);
        else if (how % 3 == 1) _hostile.act(how % 2 == 0 ? HostileToken.Part.AnswersFalse : HostileToken.Part.Reverts, target);
        else HostileParty(payable(actors[4])).act(HostileParty.Part.Reverts);
    }

    /// @dev Ends all refusals, once in four calls.
    function relent(uint256 when) external {
        if (when % 4 != 0) return;
        for (uint256 i = 0; i < 5; ++i) _blacklist(actors[i], false);
        _blacklist(royalties, false);
        _hostile.act(HostileToken.Part.Honest, address(0));
        HostileParty(payable(actors[4])).act(HostileParty.Part.Accepts);
    }

    /// @dev An account that is owed something withdraws; the search for it starts at a random position. If there is none, an account that
    /// is owed nothing tries to.
    function withdraw(uint256 who, uint256 currency) external {
        address actor = actors[who % 5];
        address paid = currencies[currency % 3];
        for (uint256 i = 0; i < 15 && _market.owed(paid, actor) == 0; ++i) {
            actor = actors[(who % 5 + i) % 5];
            paid = currencies[(currency % 3 + i / 5) % 3];
        }
        uint256 amount = _market.owed(paid, actor);
        uint256 before = _balance(paid, elsewhere);
        bytes memory call = abi.encodeCall(_market.withdraw, (paid, elsewhere));
        _try(actor, 0, call, amount != 0, "withdrawn");
        assertEq(_balance(paid, elsewhere), before + amount);
        assertEq(_market.owed(paid, actor), 0);
    }

    function withdrawFees(uint256 currency) external {
        address paid = currencies[currency % 3];
        uint256 before = _balance(paid, treasury);
        _market.withdrawFees(paid);
        assertEq(_balance(paid, treasury), before + fees[paid]);
        if (fees[paid] != 0) ++count["fees withdrawn"];
        fees[paid] = 0;
    }

    function administer(uint256 what, uint256 value) external {
        vm.startPrank(_platform.owner());
        if (what % 4 == 0) _platform.setDefaultFees(value % 2001);
        if (what % 4 == 1) _platform.setCustomFees(actors[value % 5], value % 2001);
        if (what % 4 == 2) _market.setPayableToken(currencies[value % 3], value % 4 != 0);
        vm.stopPrank();
        if (what % 4 == 3) {
            address receiver = value % 3 == 0 ? actors[4] : value % 3 == 1 ? actors[value % 5] : royalties;
            Collection nft = Collection(collections[0]);
            (, uint256 bps) = nft.royaltyInfo(0, 10_000);
            vm.prank(nft.creator());
            nft.setRoyalty(receiver, value % 5 == 0 && bps != 0 ? bps - 1 : bps);
        }
    }

    // ---- Checks of the contract

    /// @dev Whether the records say that a token is listed by its owner.
    function isLive(address collection, uint256 id) public view returns (bool) {
        Listed memory listing = _listed[collection][id];
        if (listing.price == 0 || block.timestamp > listing.expiresAt || listing.seller != ownerOf[collection][id]) return false;
        if (listing.counter != _market.counterOf(listing.seller)) return false;
        return listing.moves == _moves[collection][id];
    }

    function checkListings() external view {
        for (uint256 c = 0; c < 2; ++c) {
            for (uint256 id = 0; id < TOKENS; ++id) {
                address collection = collections[c];
                assertEq(IERC721(collection).ownerOf(id), ownerOf[collection][id], "owner");
                Marketplace.Listing memory found = _market.getListedNFT(collection, id);
                assertEq(found.nft != address(0), isLive(collection, id), "live");
                if (found.nft == address(0)) continue;
                Listed memory listing = _listed[collection][id];
                assertEq(found.owner, listing.seller);
                assertEq(found.price, listing.price);
                assertEq(found.currency, listing.currency);
                assertEq(found.maxCutBps, listing.maxCutBps);
                assertEq(found.expiresAt, listing.expiresAt);
                assertEq(found.approved, _approved(collection, id, listing.seller), "approved");
            }
        }
    }

    /// @dev An offer is open until it is cancelled or accepted, and never again afterwards.
    function checkOffers() external view {
        for (uint256 i = 1; i < _offers.length; ++i) {
            Offered memory offered = _offers[i];
            Marketplace.Offer memory found = _market.getOfferredNFT(offered.collection, offered.tokenId, offered.offerer);
            assertEq(found.index == i, offered.state == State.Open, "open");
            if (offered.state != State.Open) continue;
            assertEq(found.offerPrice, offered.price);
            assertEq(found.currency, offered.currency);
            assertEq(found.expiresAt, offered.expiresAt);
        }
    }

    function debtOf(address currency) external view returns (uint256) {
        return _debt(currency);
    }

    // ---- Internal

    /// @dev Whether an account with enough money can buy a token; counts the reasons if not.
    function _isForSale(address collection, uint256 id) private returns (bool) {
        Listed memory listing = _listed[collection][id];
        if (listing.price == 0) return false;
        if (!isLive(collection, id)) {
            ++count["dead listing met"];
            return false;
        }
        if (!_approved(collection, id, listing.seller)) {
            ++count["listing not approved"];
            return false;
        }
        (uint256 fee, uint256 royalty) = _cut(collection, id, listing.seller, listing.price);
        if (fee + royalty > (listing.price * listing.maxCutBps + 9999) / 10_000) {
            ++count["cut too high"];
            return false;
        }
        return true;
    }

    function _isAcceptable(Offered memory offered, address owner) private view returns (bool) {
        return offered.state == State.Open && block.timestamp <= offered.expiresAt && offered.offerer != owner
            && _market.isPayableToken(offered.currency) && _approved(offered.collection, offered.tokenId, owner);
    }

    function _accepting(Offered memory offered, uint256 price) private pure returns (bytes memory) {
        return abi.encodeCall(
            Marketplace.acceptOffer, (offered.collection, offered.tokenId, offered.offerer, price, offered.currency, 3000)
        );
    }

    function _try(address actor, uint256 value, bytes memory call, bool allowed, string memory what) private {
        vm.prank(actor);
        (bool ok,) = address(_market).call{value: value}(call);
        assertEq(ok, allowed, what);
        ++count[allowed ? what : "refused"];
    }

    function _sold(address collection, uint256 id, address buyer, address paid, uint256 fee, uint256 debt) private {
        assertEq(IERC721(collection).ownerOf(id), buyer, "the owner of a sold token is its buyer");
        delete _listed[collection][id];
        _moved(collection, id, buyer);
        fees[paid] += fee;
        if (_debt(paid) > debt) ++count["debt"];
    }

    function _moved(address collection, uint256 id, address to) private {
        ownerOf[collection][id] = to;
        ++_moves[collection][id];
    }

    function _close(uint256 index, State state) private {
        Offered storage offered = _offers[index];
        offered.state = state;
        delete _open[offered.collection][offered.tokenId][offered.offerer];
        principal[offered.currency] -= offered.price;
    }

    function _token(uint256 token) private view returns (address collection, uint256 id, address owner) {
        (collection, id) = (collections[token % 2], token / 2 % TOKENS);
        owner = ownerOf[collection][id];
    }

    /// @dev Mostly one of the last ten offers; 0 if there is none.
    function _anOffer(uint256 which) private view returns (uint256) {
        uint256 last = _offers.length - 1;
        if (last == 0) return 0;
        return which % 5 == 0 || last < 10 ? which % last + 1 : last - which % 10;
    }

    function _approved(address collection, uint256 id, address owner) private view returns (bool) {
        return IERC721(collection).getApproved(id) == address(_market)
            || IERC721(collection).isApprovedForAll(owner, address(_market));
    }

    function _cut(address collection, uint256 id, address owner, uint256 price) private view returns (uint256 fee, uint256 royalty) {
        (uint256 feeBps,) = _platform.getPlatformFees(owner);
        fee = price * feeBps / 10_000;
        address receiver;
        (receiver, royalty) = IERC2981(collection).royaltyInfo(id, price);
        if (receiver == owner) royalty = 0;
    }

    function _blacklist(address account, bool listed) private {
        vm.prank(_issuer);
        if (listed) _usdc.blacklist(account);
        else _usdc.unBlacklist(account);
    }

    function _debt(address currency) private view returns (uint256 sum) {
        sum = _market.owed(currency, royalties);
        for (uint256 i = 0; i < 5; ++i) sum += _market.owed(currency, actors[i]);
    }

    function _balance(address currency, address who) private view returns (uint256) {
        return currency == address(0) ? who.balance : IERC20(currency).balanceOf(who);
    }
}
