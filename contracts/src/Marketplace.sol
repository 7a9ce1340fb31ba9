// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC2981} from "@openzeppelin/contracts/interfaces/IERC2981.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Admins} from "./Admins.sol";
import {ITransferCount} from "./Collection.sol";
import {Platform} from "./Platform.sol";
import {Settlement} from "./Settlement.sol";
import {Split} from "./Split.sol";

/// @title Marketplace
/// @notice Sells ERC-721 tokens of any collection, at a listed price or for an offer. A listed token stays with its seller, who lets this
/// contract move it; an offer's money waits here until the offer is accepted or cancelled. The contract is not upgradeable, and no admin
/// function reaches an offer's money or anybody's token. README.md says how long a listing lives.
///
/// Times are Unix seconds, and the second a deadline names still belongs to the listing or offer. Amounts are in the currency's smallest
/// unit, shares in basis points; the native coin is the zero address. The *cut* is what is taken off a price: fee and royalty together.
contract Marketplace is Admins, Settlement {
    /// @notice A listing as `getListedNFT` answers it. `nft` is the zero address when there is none. While `approved` is false nobody can
    /// buy, because the marketplace may not move the token.
    struct Listing {
        address nft;
        address owner;
        uint256 price;
        address currency;
        uint256 maxCutBps;
        uint256 expiresAt;
        bool approved;
    }

    /// @notice An open offer as `getOfferredNFT` answers it. `offerer` is the zero address when there is none. `index` counts all offers.
    struct Offer {
        address offerer;
        uint256 offerPrice;
        address currency;
        uint256 expiresAt;
        uint256 index;
    }

    /// @dev A listing as it is kept: in one slot, every bit used, from the lowest up price 80, currencyIndex 8, maxCutBps 12, expiresAt 32,
    /// counter 11, counts 1, bond 112. The seller is not in it, but follows from the token's owner and the bond.
    struct PackedListing {
        uint256 packed;
    }

    struct ListingRecord {
        uint256 price;
        uint256 currencyIndex;
        uint256 maxCutBps;
        uint256 expiresAt;
        uint256 counter;
        bool counts;
        uint256 bond;
    }

    /// @dev An open offer as it is kept: in one slot.
    struct OfferRecord {
        uint80 price;
        uint8 currencyIndex;
        uint32 expiresAt;
        uint48 index;
    }

    /// @dev What every deal in a currency reads and every sale writes, in one slot. A currency keeps its index, so that what was made in it
    /// outlives its removal; the native coin has index 0. `fees` have gathered for the treasury since they were last paid out.
    struct Currency {
        bool enabled;
        uint8 index;
        uint128 fees;
    }

    /// @dev What both ways of selling have in common. `offerIndex` is 0 for a purchase.
    struct Sale {
        address collection;
        uint256 tokenId;
        address seller;
        address buyer;
        uint256 price;
        address currency;
        uint256 maxCutBps;
        uint256 offerIndex;
    }

    /// @dev What is taken off a price, and for whom. The seller gets the rest.
    struct Cut {
        uint256 fee;
        uint256 royalty;
        address royaltyReceiver;
    }

    /// @notice The platform's fee is never more of a price than this, whatever the platform says.
    uint256 public constant MAX_FEE_BPS = 2000;
    /// @notice A royalty is never more of a price than this, whatever the collection says.
    uint256 public constant MAX_ROYALTY_BPS = 1000;
    /// @notice How long a listing or an offer can last.
    uint256 public constant MAX_DURATION = 365 days;
    /// @notice How often a seller can void all its listings.
    uint256 public constant MAX_COUNTER = 2047;
    /// @dev Gas a collection may use to say its royalty. Whoever brings too little for that has far too little left to complete the sale.
    uint256 private constant ROYALTY_GAS = 100_000;

    Platform public immutable PLATFORM;

    /// @dev A token has one listing at most: a new owner's takes the place of an old one's.
    mapping(address collection => mapping(uint256 tokenId => PackedListing)) private _listings;
    mapping(address collection => mapping(uint256 tokenId => mapping(address offerer => OfferRecord))) private _offers;
    mapping(address currency => Currency) private _currencies;
    mapping(uint256 index => address currency) private _tokens;
    uint8 private _lastTokenIndex;
    uint48 private _lastOfferIndex;
    /// @notice A listing is good as long as its seller's counter is what it was when the listing was made.
    mapping(address seller => uint256) public counterOf;

    event ListedNFT(
        address indexed collection,
        uint256 indexed tokenId,
        address indexed seller,
        uint256 price,
        address currency,
        uint256 maxCutBps,
        uint256 expiresAt
    );
    /// @notice The token's listing was removed, by its seller, or by anybody once it was dead.
    event DeListedNFT(address indexed collection, uint256 indexed tokenId, address indexed by);
    /// @notice All that `seller` has listed so far is void.
    event CounterIncremented(address indexed seller, uint256 counter);
    /// @notice The token was sold: bought at its listed price, or, where `offerIndex` is not 0, for that offer, which has ended. A listing of
    /// the token, if there was one, has ended too. The seller got the price less fee and royalty; a part that could not be pushed is owed,
    /// which an `Owed` event just before tells, under the token's number.
    event PurchasedNFT(
        address indexed collection,
        uint256 indexed tokenId,
        address indexed buyer,
        address seller,
        uint256 price,
        address currency,
        uint256 fee,
        uint256 royalty,
        address royaltyReceiver,
        uint256 offerIndex
    );
    event OfferCreated(
        address indexed collection,
        uint256 indexed tokenId,
        address indexed offerer,
        uint256 index,
        uint256 price,
        address currency,
        uint256 expiresAt
    );
    /// @notice The offer ended and its whole price went back to the offerer, or is owed to it, which an `Owed` event just before tells.
    event OfferCancelled(address indexed collection, uint256 indexed tokenId, address indexed offerer, uint256 index);
    event PayableTokenChanged(address indexed token, bool enabled, uint256 index);

    error NotListed(address collection, uint256 tokenId);
    /// @notice The token left the seller, or the seller voided its listings, since the token was listed.
    error StaleListing(address collection, uint256 tokenId);
    /// @notice The owner has not approved the marketplace for this very token.
    error NotApproved(address collection, uint256 tokenId);
    error NotOwner(address collection, uint256 tokenId, address caller);
    error NotSeller(address collection, uint256 tokenId, address caller);
    error NoOffer(address collection, uint256 tokenId, address offerer);
    error NotOfferer(address collection, uint256 tokenId, address caller);
    /// @notice The listing or offer is not for what the caller expects, but for this.
    error TermsChanged(uint256 price, address currency);
    error Expired(uint256 expiresAt);
    /// @notice The buyer or offerer owns the token already.
    error OwnToken(address owner);
    error NotDelivered(address collection, uint256 tokenId, address buyer);
    /// @notice Fee and royalty together are more than the seller agreed to.
    error CutTooHigh(uint256 cut, uint256 limit);
    error MaxCutOutOfBounds(uint256 maxCutBps);
    error PriceOutOfBounds(uint256 price);
    error ExpiryOutOfBounds(uint256 expiresAt);
    error CounterOutOfBounds(uint256 counter);
    error TokenNotPayable(address token);
    error TokenWithoutCode(address token);
    error TooManyTokens(uint256 limit);

    constructor(address admin, Platform platform) Admins(admin) {
        PLATFORM = platform;
        _currencies[NATIVE].enabled = true;
    }

    // ---- Listings

    /// @notice The owner puts a token up for sale, in place of any listing it had. It can be bought while this contract is approved for it:
    /// by `approve` for this very token, or, where the collection counts transfers, in either way.
    /// @param price 1 to 2^80 - 1.
    /// @param maxCutBps The most of the price that fee and royalty together may take at the sale, 0 to 3000; if they take more it is off.
    /// @param expiresAt The last second in which it can be bought, at most MAX_DURATION away.
    function listNFT(address collection, uint256 tokenId, uint256 price, address currency, uint256 maxCutBps, uint256 expiresAt)
        external
        nonReentrant
    {
        _checkTerms(price, expiresAt);
        _checkMaxCut(maxCutBps);
        if (_ownerOf(collection, tokenId) != msg.sender) revert NotOwner(collection, tokenId, msg.sender);
        // A token that exists was minted, so where transfers are counted its count is not 0.
        uint256 count = _ask(collection, ITransferCount.transferCount.selector, tokenId);
        _listings[collection][tokenId].packed = price | _indexOf(currency) << 80 | maxCutBps << 88 | expiresAt << 100
            | counterOf[msg.sender] << 132 | (count == 0 ? 0 : 1 << 143) | _bond(msg.sender, count) << 144;
        emit ListedNFT(collection, tokenId, msg.sender, price, currency, maxCutBps, expiresAt);
    }

    /// @notice Removes a token's listing: its seller at any time; anybody when it is dead, that is, expired, voided by its seller, or the
    /// token has another owner (where the collection counts transfers: has moved at all).
    function deListing(address collection, uint256 tokenId) external nonReentrant {
        PackedListing storage slot = _listings[collection][tokenId];
        ListingRecord memory listing = _unpack(slot.packed);
        if (listing.price == 0) revert NotListed(collection, tokenId);
        // 80 bits tell the seller in every collection: enough for what does no harm.
        if (listing.bond >> 32 != _tag(msg.sender) >> 32 && !_isPast(listing.expiresAt)) {
            // Not `_ownerOf`: an answer that failed for want of gas must not pass for a token that is gone.
            address owner = IERC721(collection).ownerOf(tokenId);
            if (_stands(collection, tokenId, owner, listing)) revert NotSeller(collection, tokenId, msg.sender);
        }
        slot.packed = 0;
        emit DeListedNFT(collection, tokenId, msg.sender);
    }

    /// @notice Voids all that the caller has listed so far. Works MAX_COUNTER times.
    function incrementCounter() external nonReentrant {
        uint256 counter = counterOf[msg.sender] + 1;
        if (counter > MAX_COUNTER) revert CounterOutOfBounds(counter);
        counterOf[msg.sender] = counter;
        emit CounterIncremented(msg.sender, counter);
    }

    /// @notice Buys a listed token for exactly the price and currency the buyer repeats: as value for the native coin, else from the
    /// caller's allowance. The seller gets the price less fee and royalty.
    function purchaseNFT(address collection, uint256 tokenId, uint256 price, address currency) external payable nonReentrant {
        PackedListing storage slot = _listings[collection][tokenId];
        ListingRecord memory listing = _unpack(slot.packed);
        if (listing.price == 0) revert NotListed(collection, tokenId);
        if (price != listing.price || _payable(currency).index != listing.currencyIndex) {
            revert TermsChanged(listing.price, _currencyAt(listing.currencyIndex));
        }
        if (_isPast(listing.expiresAt)) revert Expired(listing.expiresAt);
        address seller = _ownerOf(collection, tokenId);
        if (seller == msg.sender) revert OwnToken(seller);
        if (!_stands(collection, tokenId, seller, listing)) revert StaleListing(collection, tokenId);
        if (!listing.counts && !_approvedFor(collection, tokenId)) revert NotApproved(collection, tokenId);
        slot.packed = 0;
        Sale memory sale = Sale(collection, tokenId, seller, msg.sender, price, currency, listing.maxCutBps, 0);
        Cut memory cut = _charge(sale);
        _pull(currency, msg.sender, price);
        _settle(sale, cut);
    }

    // ---- Offers

    /// @notice Offers `price` for a token, listed or not, minted or not, and deposits it: as value for the native coin, else from the
    /// caller's allowance. An offer the caller has open for the token is cancelled by it.
    /// @param price 1 to 2^80 - 1.
    /// @param expiresAt The last second in which the offer can be accepted, at most MAX_DURATION away.
    /// @return index Counts up from 1.
    function createOffer(address collection, uint256 tokenId, uint256 price, address currency, uint256 expiresAt)
        external
        payable
        nonReentrant
        returns (uint256 index)
    {
        _checkTerms(price, expiresAt);
        index = ++_lastOfferIndex;
        OfferRecord memory previous = _offers[collection][tokenId][msg.sender];
        // forge-lint: disable-next-line(unsafe-typecast) checked above, and counted up in 48 bits
        OfferRecord memory offer = OfferRecord(uint80(price), _payable(currency).index, uint32(expiresAt), uint48(index));
        _offers[collection][tokenId][msg.sender] = offer;
        if (previous.price != 0) _refund(collection, tokenId, msg.sender, previous);
        emit OfferCreated(collection, tokenId, msg.sender, index, price, currency, expiresAt);
        _pull(currency, msg.sender, price);
    }

    /// @notice Ends an offer; the offerer gets the whole price back. The offerer at any time, anybody once it has expired.
    function cancelOffer(address collection, uint256 tokenId, address offerer) external nonReentrant {
        OfferRecord memory offer = _offers[collection][tokenId][offerer];
        if (offer.price == 0) revert NoOffer(collection, tokenId, offerer);
        if (msg.sender != offerer && !_isPast(offer.expiresAt)) revert NotOfferer(collection, tokenId, msg.sender);
        delete _offers[collection][tokenId][offerer];
        _refund(collection, tokenId, offerer, offer);
    }

    /// @notice The token's owner, who has approved this contract for it, sells it for an offer of exactly the price and currency it repeats,
    /// and gets the price less fee and royalty. A listing of the token ends.
    /// @param maxCutBps The most of the price that fee and royalty together may take, 0 to 3000; if they take more the sale is off.
    function acceptOffer(address collection, uint256 tokenId, address offerer, uint256 price, address currency, uint256 maxCutBps)
        external
        nonReentrant
    {
        _checkMaxCut(maxCutBps);
        OfferRecord memory offer = _offers[collection][tokenId][offerer];
        if (offer.price == 0) revert NoOffer(collection, tokenId, offerer);
        address deposited = _currencyAt(offer.currencyIndex);
        if (price != offer.price || currency != deposited) revert TermsChanged(offer.price, deposited);
        if (!_currencies[currency].enabled) revert TokenNotPayable(currency);
        if (_isPast(offer.expiresAt)) revert Expired(offer.expiresAt);
        if (offerer == msg.sender) revert OwnToken(offerer);
        if (_ownerOf(collection, tokenId) != msg.sender) revert NotOwner(collection, tokenId, msg.sender);
        delete _offers[collection][tokenId][offerer];
        PackedListing storage slot = _listings[collection][tokenId];
        if (slot.packed != 0) slot.packed = 0;
        Sale memory sale = Sale(collection, tokenId, msg.sender, offerer, price, currency, maxCutBps, offer.index);
        _settle(sale, _charge(sale));
    }

    /// @notice Pays the fees gathered in a currency to the platform's treasury of now. Anybody may ask for it.
    function withdrawFees(address currency) external nonReentrant {
        Currency storage entry = _currencies[currency];
        uint256 amount = entry.fees;
        entry.fees = 0;
        owedFees[currency] += amount;
        _withdrawFees(currency, PLATFORM.treasuryAddress(), amount);
    }

    // ---- Reading. Where there is nothing to answer, the answer is all zeros.

    /// @notice The listing of a token by its present owner, if it has neither expired nor been voided.
    function getListedNFT(address collection, uint256 tokenId) external view returns (Listing memory found) {
        ListingRecord memory listing = _unpack(_listings[collection][tokenId].packed);
        if (listing.price == 0 || _isPast(listing.expiresAt)) return found;
        address owner = _ownerOf(collection, tokenId);
        if (owner == address(0) || !_stands(collection, tokenId, owner, listing)) return found;
        bool approved =
            _approvedFor(collection, tokenId) || listing.counts && IERC721(collection).isApprovedForAll(owner, address(this));
        address currency = _currencyAt(listing.currencyIndex);
        return Listing(collection, owner, listing.price, currency, listing.maxCutBps, listing.expiresAt, approved);
    }

    /// @notice The offer that `offerer` has open for a token, be it expired.
    function getOfferredNFT(address collection, uint256 tokenId, address offerer) external view returns (Offer memory found) {
        OfferRecord memory offer = _offers[collection][tokenId][offerer];
        if (offer.price == 0) return found;
        return Offer(offerer, offer.price, _currencyAt(offer.currencyIndex), offer.expiresAt, offer.index);
    }

    /// @notice How a price would be divided if `seller` sold the token for it now. The three amounts add up to the price.
    function getSplit(address collection, uint256 tokenId, address seller, uint256 price)
        external
        view
        returns (uint256 toSeller, uint256 fee, uint256 royalty, address royaltyReceiver)
    {
        Cut memory cut = _cut(collection, tokenId, seller, price);
        return (price - cut.fee - cut.royalty, cut.fee, cut.royalty, cut.royaltyReceiver);
    }

    /// @notice The fees gathered in a currency, which `withdrawFees` pays out.
    function feesOf(address currency) external view returns (uint256) {
        return _currencies[currency].fees;
    }

    function isPayableToken(address currency) external view returns (bool) {
        return _currencies[currency].enabled;
    }

    // ---- Admin: none of it reaches an offer's money or anybody's token

    /// @notice Whether sales can be made in a currency, and offers. This is the pause, too: what stops it stops all that moves money in, and
    /// no way out. The native coin is payable from the start.
    function setPayableToken(address currency, bool enable) external onlyAdmin {
        Currency storage entry = _currencies[currency];
        if (enable && currency != NATIVE && entry.index == 0) {
            if (currency.code.length == 0) revert TokenWithoutCode(currency);
            if (_lastTokenIndex == type(uint8).max) revert TooManyTokens(type(uint8).max);
            entry.index = ++_lastTokenIndex;
            _tokens[entry.index] = currency;
        }
        entry.enabled = enable;
        emit PayableTokenChanged(currency, enable, entry.index);
    }

    // ---- Inside

    /// @dev Holds fee and royalty to what the seller agreed to, and keeps the fee for the treasury.
    function _charge(Sale memory sale) private returns (Cut memory cut) {
        cut = _cut(sale.collection, sale.tokenId, sale.seller, sale.price);
        unchecked {
            // Prices are below 2^80. The limit is rounded up, so that a royalty is within it in whichever way the collection rounds.
            uint256 limit = Split.shareOfPriceUp(sale.price, sale.maxCutBps);
            if (cut.fee + cut.royalty > limit) revert CutTooHigh(cut.fee + cut.royalty, limit);
        }
        // forge-lint: disable-next-line(unsafe-typecast) a part of a price
        _currencies[sale.currency].fees += uint128(cut.fee);
    }

    /// @dev Hands the token over and pays what is not the fee of the price, which this contract holds. Neither side can make the other's
    /// part fail: payments never block, and `transferFrom` does not ask the buyer, who called or offered for the token.
    function _settle(Sale memory sale, Cut memory cut) private {
        IERC721(sale.collection).transferFrom(sale.seller, sale.buyer, sale.tokenId);
        if (_ownerOf(sale.collection, sale.tokenId) != sale.buyer) revert NotDelivered(sale.collection, sale.tokenId, sale.buyer);
        _pay(sale.tokenId, sale.currency, sale.seller, sale.price - cut.fee - cut.royalty);
        if (cut.royalty != 0) _pay(sale.tokenId, sale.currency, cut.royaltyReceiver, cut.royalty);
        emit PurchasedNFT(
            sale.collection,
            sale.tokenId,
            sale.buyer,
            sale.seller,
            sale.price,
            sale.currency,
            cut.fee,
            cut.royalty,
            cut.royaltyReceiver,
            sale.offerIndex
        );
    }

    /// @dev Fee and royalty, each within its bound whatever the platform and the collection say. There is no royalty when the collection
    /// gives no sensible answer, or names nobody, this contract, or the seller.
    function _cut(address collection, uint256 tokenId, address seller, uint256 price) private view returns (Cut memory cut) {
        (uint256 feeBps,) = PLATFORM.getPlatformFees(seller);
        cut.fee = Split.share(price, Split.atMost(feeBps, MAX_FEE_BPS));
        (uint256 receiver, uint256 royalty) = _ask(collection, ROYALTY_GAS, IERC2981.royaltyInfo.selector, tokenId, price);
        if (receiver == 0 || receiver > type(uint160).max || receiver == uint160(seller) || receiver == uint160(address(this))) return cut;
        cut.royalty = Split.atMost(royalty, Split.share(price, MAX_ROYALTY_BPS));
        // forge-lint: disable-next-line(unsafe-typecast) checked above
        cut.royaltyReceiver = address(uint160(receiver));
    }

    function _refund(address collection, uint256 tokenId, address offerer, OfferRecord memory offer) private {
        _pay(tokenId, _currencyAt(offer.currencyIndex), offerer, offer.price);
        emit OfferCancelled(collection, tokenId, offerer, offer.index);
    }

    /// @dev Whether `owner`, who owns the token now, made this listing, has had the token ever since as far as the collection tells, and
    /// has not voided it.
    function _stands(address collection, uint256 tokenId, address owner, ListingRecord memory listing) private view returns (bool) {
        uint256 count = listing.counts ? ITransferCount(collection).transferCount(tokenId) : 0;
        return listing.counter == counterOf[owner] && listing.bond == _bond(owner, count);
    }

    /// @dev What binds a listing to its seller, in 112 bits: a hash of the seller, or, where the collection counts transfers, 80 bits of it
    /// and the count, which alone says that the owner is still who listed. Elsewhere finding an address that passes for another one takes
    /// 2^112 tries.
    function _bond(address seller, uint256 count) private pure returns (uint256) {
        return count == 0 ? _tag(seller) : _tag(seller) >> 32 << 32 | count & type(uint32).max;
    }

    function _tag(address seller) private pure returns (uint256) {
        return uint112(uint256(keccak256(abi.encode(seller))));
    }

    function _unpack(uint256 packed) private pure returns (ListingRecord memory) {
        return ListingRecord({
            price: packed & type(uint80).max,
            currencyIndex: packed >> 80 & 0xff,
            maxCutBps: packed >> 88 & 0xfff,
            expiresAt: packed >> 100 & type(uint32).max,
            counter: packed >> 132 & 0x7ff,
            counts: packed >> 143 & 1 == 1,
            bond: packed >> 144
        });
    }

    function _checkTerms(uint256 price, uint256 expiresAt) private view {
        if (price == 0 || price > type(uint80).max) revert PriceOutOfBounds(price);
        uint256 latest = Math.min(block.timestamp + MAX_DURATION, type(uint32).max);
        if (_isPast(expiresAt) || expiresAt > latest) revert ExpiryOutOfBounds(expiresAt);
    }

    function _isPast(uint256 second) private view returns (bool) {
        // forge-lint: disable-next-line(block-timestamp) a sequencer's second more or less of a listing or offer is no matter
        return block.timestamp > second;
    }

    function _checkMaxCut(uint256 maxCutBps) private pure {
        if (maxCutBps > MAX_FEE_BPS + MAX_ROYALTY_BPS) revert MaxCutOutOfBounds(maxCutBps);
    }

    function _payable(address currency) private view returns (Currency memory entry) {
        entry = _currencies[currency];
        if (!entry.enabled) revert TokenNotPayable(currency);
    }

    /// @dev The native coin is listed for unasked; while it is stopped nobody can buy.
    function _indexOf(address currency) private view returns (uint256) {
        return currency == NATIVE ? 0 : _payable(currency).index;
    }

    function _currencyAt(uint256 index) private view returns (address) {
        return index == 0 ? NATIVE : _tokens[index];
    }

    /// @dev Zero when there is no such token or collection.
    function _ownerOf(address collection, uint256 tokenId) private view returns (address) {
        return address(uint160(_ask(collection, IERC721.ownerOf.selector, tokenId)));
    }

    function _approvedFor(address collection, uint256 tokenId) private view returns (bool) {
        return _ask(collection, IERC721.getApproved.selector, tokenId) == uint160(address(this));
    }

    /// @dev Asks a contract that may be anything a question of one argument. One word of the answer is read; zero when there is none.
    function _ask(address target, bytes4 selector, uint256 argument) private view returns (uint256 answer) {
        assembly ("memory-safe") {
            mstore(0, selector)
            mstore(4, argument)
            let ok := staticcall(gas(), target, 0, 36, 0, 32)
            if and(ok, gt(returndatasize(), 31)) { answer := mload(0) }
        }
    }

    /// @dev The same with bounded gas, two arguments, and two words of the answer.
    function _ask(address target, uint256 gasLimit, bytes4 selector, uint256 argument, uint256 another)
        private
        view
        returns (uint256 first, uint256 second)
    {
        assembly ("memory-safe") {
            let data := mload(64)
            mstore(data, selector)
            mstore(add(data, 4), argument)
            mstore(add(data, 36), another)
            let ok := staticcall(gasLimit, target, data, 68, 0, 64)
            if and(ok, gt(returndatasize(), 63)) {
                first := mload(0)
                second := mload(32)
            }
        }
    }
}
