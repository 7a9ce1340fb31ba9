// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Admins} from "./Admins.sol";
import {Collection} from "./Collection.sol";
import {CollectionAddress} from "./CollectionAddress.sol";
import {CollectionFactory} from "./CollectionFactory.sol";
import {Platform} from "./Platform.sol";
import {Settlement} from "./Settlement.sol";
import {Split} from "./Split.sol";

/// @title Marketplace
/// @notice Sells the tokens of collections that the factory created, at a listed price or for an offer; other collections are rejected. A
/// listed token stays with its seller, who approves this contract. An offer's deposit is held here until the offer is accepted or
/// cancelled. The contract is not upgradeable, and no function of owner or admins can move an offer's deposit or a token. README.md
/// explains how long a listing is valid.
///
/// Times are Unix seconds; a listing or an offer is still valid in the second of its `expiresAt`. Amounts are in the currency's smallest
/// unit, shares in basis points; the native coin is the zero address. The *cut* is what is deducted from a price: fee and royalty together.
/// @dev Collections run the factory's implementation, which nobody can change, so their answers are trusted: a transfer that does not
/// revert has happened, the transfer count never repeats, and a token ID is minted at most once.
contract Marketplace is Admins, Settlement {
    /// @notice A listing as returned by `getListedNFT`. `nft` is the zero address if the token is not listed. While `approved` is false a
    /// purchase reverts, because the marketplace may not transfer the token.
    struct Listing {
        address nft;
        address owner;
        uint256 price;
        address currency;
        uint256 maxCutBps;
        uint256 expiresAt;
        bool approved;
    }

    /// @notice An open offer as returned by `getOfferredNFT`. `offerer` is the zero address if there is none. The `index` of the first
    /// offer ever made is 1, that of the next 2, and so on.
    struct Offer {
        address offerer;
        uint256 offerPrice;
        address currency;
        uint256 expiresAt;
        uint256 index;
    }

    /// @dev A stored listing: one slot, every bit used, from the lowest: price 80, currencyIndex 8, maxCutBps 12, expiresAt 32, counter 12,
    /// transfers 32, seller 80 (the lowest bits of the address). While the token's transfer count is unchanged, its owner is the seller.
    /// The stored address bits only let the seller remove the listing without a call to the collection.
    struct PackedListing {
        uint256 packed;
    }

    struct ListingRecord {
        uint256 price;
        uint256 currencyIndex;
        uint256 maxCutBps;
        uint256 expiresAt;
        uint256 counter;
        uint256 transfers;
        uint256 seller;
    }

    /// @dev A stored open offer: one slot.
    struct OfferRecord {
        uint80 price;
        uint8 currencyIndex;
        uint32 expiresAt;
        uint48 index;
    }

    /// @dev One slot, read by every sale and offer in the currency and written by every sale. A currency keeps its index: while it is
    /// disabled, offers in it can still be refunded, and once it is enabled again, its listings and offers work as before. The native coin
    /// has index 0. `fees` have accumulated for the treasury since the last withdrawal.
    struct Currency {
        bool enabled;
        bool paused;
        uint8 index;
        uint128 fees;
    }

    /// @dev The fields common to both kinds of sale. `offerIndex` is 0 for a purchase.
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

    /// @dev What is deducted from a price, and who receives the royalty. The seller gets the rest of the price.
    struct Cut {
        uint256 fee;
        uint256 royalty;
        address royaltyReceiver;
    }

    /// @notice The maximum platform fee on a price, even if the platform returns a higher one.
    uint256 public constant MAX_FEE_BPS = 2000;
    /// @notice The maximum royalty on a price; collections enforce it.
    uint256 public constant MAX_ROYALTY_BPS = 1000;
    /// @notice The maximum duration of a listing or an offer.
    uint256 public constant MAX_DURATION = 365 days;
    /// @notice The maximum number of times a seller can void all its listings.
    uint256 public constant MAX_COUNTER = 4095;

    Platform public immutable PLATFORM;
    /// @notice The factory whose collections are traded here.
    CollectionFactory public immutable FACTORY;
    address private immutable _IMPLEMENTATION;

    /// @dev A token has at most one listing: a new listing replaces the previous one.
    mapping(address collection => mapping(uint256 tokenId => PackedListing)) private _listings;
    mapping(address collection => mapping(uint256 tokenId => mapping(address offerer => OfferRecord))) private _offers;
    mapping(address currency => Currency) private _currencies;
    mapping(uint256 index => address currency) private _tokens;
    uint8 private _lastTokenIndex;
    uint48 private _lastOfferIndex;
    /// @notice A listing is valid only while its seller's counter has the value it had when the listing was made.
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
    /// @notice The token's listing was removed, by its seller, or by anybody after it became invalid.
    event DeListedNFT(address indexed collection, uint256 indexed tokenId, address indexed by);
    /// @notice All listings of `seller` so far are void.
    event CounterIncremented(address indexed seller, uint256 counter);
    /// @notice The token was sold: bought at its listed price or, if `offerIndex` is not 0, for that offer, which has ended. Any listing of
    /// the token has ended too. The seller received the price less fee and royalty; a part that could not be pushed is owed, as reported by
    /// an `Owed` event just before.
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
    /// @notice The offer ended and its whole price went back to the offerer, or is owed to it, as reported by an `Owed` event just before.
    event OfferCancelled(address indexed collection, uint256 indexed tokenId, address indexed offerer, uint256 index);
    /// @notice A payment for this token of `collection`, from a sale or from an offer that ended, could not be pushed and is owed to `who`.
    event Owed(address indexed collection, uint256 indexed tokenId, address indexed who, address token, uint256 amount);
    event PayableTokenChanged(address indexed token, bool enabled, uint256 index);
    event PausedChanged(address indexed currency, bool paused);

    /// @notice The factory did not create this collection.
    error ForeignCollection(address collection);
    /// @notice The token has not been minted, or has been burned.
    error UnknownToken(address collection, uint256 tokenId);
    error NotListed(address collection, uint256 tokenId);
    /// @notice Since it was listed, the token was transferred or burned, or the seller voided its listings.
    error StaleListing(address collection, uint256 tokenId);
    error NotOwner(address collection, uint256 tokenId, address caller);
    error NotSeller(address collection, uint256 tokenId, address caller);
    error NoOffer(address collection, uint256 tokenId, address offerer);
    error NotOfferer(address collection, uint256 tokenId, address caller);
    /// @notice The listing or offer has this price and currency, not the expected ones.
    error TermsChanged(uint256 price, address currency);
    error Expired(uint256 expiresAt);
    /// @notice The buyer or offerer already owns the token.
    error OwnToken(address owner);
    /// @notice Fee and royalty together exceed the seller's limit.
    error CutTooHigh(uint256 cut, uint256 limit);
    error MaxCutOutOfBounds(uint256 maxCutBps);
    error PriceOutOfBounds(uint256 price);
    error ExpiryOutOfBounds(uint256 expiresAt);
    error CounterOutOfBounds(uint256 counter);
    error TokenNotPayable(address token);
    error TokenWithoutCode(address token);
    error TooManyTokens(uint256 limit);

    constructor(address owner, CollectionFactory factory) Admins(owner) {
        FACTORY = factory;
        PLATFORM = factory.PLATFORM();
        _IMPLEMENTATION = factory.IMPLEMENTATION();
        _currencies[NATIVE].enabled = true;
    }

    // ---- Listings

    /// @notice The owner lists a token for sale and replaces any existing listing. The token can be bought while this contract is approved
    /// for it, by `approve` or `setApprovalForAll`, until the listing expires or is voided, or the token is transferred.
    /// @param price 1 to 2^80 - 1.
    /// @param maxCutBps The maximum share of the price that fee and royalty together may take at the sale, 0 to 3000; above it the sale
    /// fails.
    /// @param expiresAt The last second in which the token can be bought, at most MAX_DURATION from now.
    function listNFT(address collection, uint256 tokenId, uint256 price, address currency, uint256 maxCutBps, uint256 expiresAt)
        external
        nonReentrant
    {
        _checkTerms(price, expiresAt);
        _checkMaxCut(maxCutBps);
        _checkCollection(collection);
        (address owner, uint256 transfers) = Collection(collection).stateOf(tokenId);
        if (owner != msg.sender) revert NotOwner(collection, tokenId, msg.sender);
        _listings[collection][tokenId].packed = price | _indexOf(currency) << 80 | maxCutBps << 88 | expiresAt << 100
            | counterOf[msg.sender] << 132 | (transfers & type(uint32).max) << 144 | _tag(msg.sender) << 176;
        emit ListedNFT(collection, tokenId, msg.sender, price, currency, maxCutBps, expiresAt);
    }

    /// @notice Removes a token's listing. Its seller may do so at any time; anybody may when the listing is invalid: it expired, its seller
    /// voided it, or the token has been transferred or burned since.
    function deListing(address collection, uint256 tokenId) external nonReentrant {
        PackedListing storage slot = _listings[collection][tokenId];
        ListingRecord memory listing = _unpack(slot.packed);
        if (listing.price == 0) revert NotListed(collection, tokenId);
        // 80 bits identify the seller: finding another address with the same bits takes 2^80 tries, and that address could only remove the
        // listing.
        if (listing.seller != _tag(msg.sender) && !_isPast(listing.expiresAt)) {
            (address owner, uint256 transfers) = Collection(collection).stateOf(tokenId);
            if (_stands(owner, transfers, listing)) revert NotSeller(collection, tokenId, msg.sender);
        }
        slot.packed = 0;
        emit DeListedNFT(collection, tokenId, msg.sender);
    }

    /// @notice Voids all listings of the caller so far. Works MAX_COUNTER times.
    function incrementCounter() external nonReentrant {
        uint256 counter = counterOf[msg.sender] + 1;
        if (counter > MAX_COUNTER) revert CounterOutOfBounds(counter);
        counterOf[msg.sender] = counter;
        emit CounterIncremented(msg.sender, counter);
    }

    /// @notice Buys a listed token; `price` and `currency` must be those of the listing. The caller pays the price: as value in the native
    /// coin, or from the caller's allowance. The seller receives the price less fee and royalty.
    function purchaseNFT(address collection, uint256 tokenId, uint256 price, address currency) external payable nonReentrant {
        PackedListing storage slot = _listings[collection][tokenId];
        ListingRecord memory listing = _unpack(slot.packed);
        if (listing.price == 0) revert NotListed(collection, tokenId);
        if (price != listing.price || _payable(currency).index != listing.currencyIndex) {
            revert TermsChanged(listing.price, _currencyAt(listing.currencyIndex));
        }
        if (_isPast(listing.expiresAt)) revert Expired(listing.expiresAt);
        (address seller, uint256 transfers) = Collection(collection).stateOf(tokenId);
        if (seller == msg.sender) revert OwnToken(seller);
        if (!_stands(seller, transfers, listing)) revert StaleListing(collection, tokenId);
        slot.packed = 0;
        Sale memory sale = Sale(collection, tokenId, seller, msg.sender, price, currency, listing.maxCutBps, 0);
        Cut memory cut = _charge(sale);
        _pull(currency, msg.sender, price);
        _settle(sale, cut);
    }

    // ---- Offers

    /// @notice Offers `price` for an existing token, listed or not, and deposits it: as value in the native coin, or from the caller's
    /// allowance. Cancels the caller's earlier open offer for the token, if any. The offer remains valid when the token's owner changes,
    /// and is valid for no other token: a collection never reuses a token ID or changes a token's content.
    /// @param price 1 to 2^80 - 1.
    /// @param expiresAt The last second in which the offer can be accepted, at most MAX_DURATION from now.
    /// @return index The number of offers made so far, including this one.
    function createOffer(address collection, uint256 tokenId, uint256 price, address currency, uint256 expiresAt)
        external
        payable
        nonReentrant
        returns (uint256 index)
    {
        _checkTerms(price, expiresAt);
        _checkCollection(collection);
        (address owner,) = Collection(collection).stateOf(tokenId);
        if (owner == address(0)) revert UnknownToken(collection, tokenId);
        index = ++_lastOfferIndex;
        OfferRecord memory previous = _offers[collection][tokenId][msg.sender];
        // forge-lint: disable-next-line(unsafe-typecast) `price` and `expiresAt` are checked above, and `index` is counted in 48 bits
        OfferRecord memory offer = OfferRecord(uint80(price), _payable(currency).index, uint32(expiresAt), uint48(index));
        _offers[collection][tokenId][msg.sender] = offer;
        if (previous.price != 0) _refund(collection, tokenId, msg.sender, previous);
        emit OfferCreated(collection, tokenId, msg.sender, index, price, currency, expiresAt);
        _pull(currency, msg.sender, price);
    }

    /// @notice Ends an offer; the offerer receives the whole price. The offerer may call this at any time, and anybody after the offer has
    /// expired.
    function cancelOffer(address collection, uint256 tokenId, address offerer) external nonReentrant {
        OfferRecord memory offer = _offers[collection][tokenId][offerer];
        if (offer.price == 0) revert NoOffer(collection, tokenId, offerer);
        if (msg.sender != offerer && !_isPast(offer.expiresAt)) revert NotOfferer(collection, tokenId, msg.sender);
        delete _offers[collection][tokenId][offerer];
        _refund(collection, tokenId, offerer, offer);
    }

    /// @notice The token's owner, who has approved this contract for it, sells it to `offerer` for the price of the offer, and receives the
    /// price less fee and royalty. `price` and `currency` must be those of the offer. Any listing of the token ends.
    /// @param maxCutBps The maximum share of the price that fee and royalty together may take, 0 to 3000; above it the sale fails.
    function acceptOffer(address collection, uint256 tokenId, address offerer, uint256 price, address currency, uint256 maxCutBps)
        external
        nonReentrant
    {
        _checkMaxCut(maxCutBps);
        OfferRecord memory offer = _offers[collection][tokenId][offerer];
        if (offer.price == 0) revert NoOffer(collection, tokenId, offerer);
        address deposited = _currencyAt(offer.currencyIndex);
        if (price != offer.price || currency != deposited) revert TermsChanged(offer.price, deposited);
        if (!isPayableToken(currency)) revert TokenNotPayable(currency);
        if (_isPast(offer.expiresAt)) revert Expired(offer.expiresAt);
        if (offerer == msg.sender) revert OwnToken(offerer);
        (address owner,) = Collection(collection).stateOf(tokenId);
        if (owner != msg.sender) revert NotOwner(collection, tokenId, msg.sender);
        delete _offers[collection][tokenId][offerer];
        PackedListing storage slot = _listings[collection][tokenId];
        if (slot.packed != 0) slot.packed = 0;
        Sale memory sale = Sale(collection, tokenId, msg.sender, offerer, price, currency, maxCutBps, offer.index);
        _settle(sale, _charge(sale));
    }

    /// @notice Pays the accumulated fees of a currency to the platform's current treasury. Anybody may call it.
    function withdrawFees(address currency) external nonReentrant {
        Currency storage entry = _currencies[currency];
        uint256 amount = entry.fees;
        entry.fees = 0;
        owedFees[currency] += amount;
        _withdrawFees(currency, PLATFORM.treasuryAddress(), amount);
    }

    // ---- Reading. If there is no listing or offer, all values of the result are zero.

    /// @notice The listing of a token by its current owner, if it is neither expired nor void.
    function getListedNFT(address collection, uint256 tokenId) external view returns (Listing memory found) {
        ListingRecord memory listing = _unpack(_listings[collection][tokenId].packed);
        if (listing.price == 0 || _isPast(listing.expiresAt)) return found;
        Collection nft = Collection(collection);
        (address owner, uint256 transfers) = nft.stateOf(tokenId);
        if (!_stands(owner, transfers, listing)) return found;
        bool approved = nft.getApproved(tokenId) == address(this) || nft.isApprovedForAll(owner, address(this));
        address currency = _currencyAt(listing.currencyIndex);
        return Listing(collection, owner, listing.price, currency, listing.maxCutBps, listing.expiresAt, approved);
    }

    /// @notice The offer that `offerer` has open for a token, even if expired.
    function getOfferredNFT(address collection, uint256 tokenId, address offerer) external view returns (Offer memory found) {
        OfferRecord memory offer = _offers[collection][tokenId][offerer];
        if (offer.price == 0) return found;
        return Offer(offerer, offer.price, _currencyAt(offer.currencyIndex), offer.expiresAt, offer.index);
    }

    /// @notice How the price would be divided if `seller` sold the token now. The three amounts add up to the price.
    function getSplit(address collection, uint256 tokenId, address seller, uint256 price)
        external
        view
        returns (uint256 toSeller, uint256 fee, uint256 royalty, address royaltyReceiver)
    {
        _checkCollection(collection);
        Cut memory cut = _cut(collection, tokenId, seller, price);
        return (price - cut.fee - cut.royalty, cut.fee, cut.royalty, cut.royaltyReceiver);
    }

    /// @notice The accumulated fees of a currency, which `withdrawFees` pays out.
    function feesOf(address currency) external view returns (uint256) {
        return _currencies[currency].fees;
    }

    /// @notice Whether sales and offers can be made in a currency: it is enabled, and not paused.
    function isPayableToken(address currency) public view returns (bool) {
        Currency storage entry = _currencies[currency];
        return entry.enabled && !entry.paused;
    }

    // ---- For admins and the owner. No function here can move an offer's deposit or a token.

    /// @notice Pauses or resumes purchases, new offers and acceptances of offers in a currency, and new listings in a token. Withdrawals
    /// and cancellations always work.
    function setPaused(address currency, bool value) external onlyAdmin {
        _currencies[currency].paused = value;
        emit PausedChanged(currency, value);
    }

    // ---- For the owner. No function here can move an offer's deposit or a token.

    /// @notice Enables or disables purchases, new offers and acceptances of offers in a currency, and new listings in a token. The native
    /// coin is enabled from the start.
    function setPayableToken(address currency, bool enable) external onlyOwner {
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

    // ---- Internal

    /// @dev Reverts if fee and royalty exceed the seller's limit; otherwise adds the fee to the fees accumulated for the treasury.
    function _charge(Sale memory sale) private returns (Cut memory cut) {
        cut = _cut(sale.collection, sale.tokenId, sale.seller, sale.price);
        unchecked {
            // Prices are below 2^80, so nothing overflows. The limit is rounded up, so that a royalty is within it whichever way the
            // collection rounds.
            uint256 limit = Split.shareOfPriceUp(sale.price, sale.maxCutBps);
            if (cut.fee + cut.royalty > limit) revert CutTooHigh(cut.fee + cut.royalty, limit);
        }
        // forge-lint: disable-next-line(unsafe-typecast) a part of a price
        _currencies[sale.currency].fees += uint128(cut.fee);
    }

    /// @dev Transfers the token and pays the price, which this contract holds, less the fee. Neither side can make the sale fail for the
    /// other: a payment never blocks, and `transferFrom` does not call the buyer. That call is not needed: the buyer itself asked for the
    /// token, by a purchase or an offer.
    function _settle(Sale memory sale, Cut memory cut) private {
        Collection(sale.collection).transferFrom(sale.seller, sale.buyer, sale.tokenId);
        if (cut.royalty != 0) _checkGas(2);
        _pay(sale.collection, sale.tokenId, sale.currency, sale.seller, sale.price - cut.fee - cut.royalty);
        if (cut.royalty != 0) _pay(sale.collection, sale.tokenId, sale.currency, cut.royaltyReceiver, cut.royalty);
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

    /// @dev Fee and royalty. There is no royalty if it would go to this contract, which could not forward it, or to the seller.
    function _cut(address collection, uint256 tokenId, address seller, uint256 price) private view returns (Cut memory cut) {
        (uint256 feeBps,) = PLATFORM.getPlatformFees(seller);
        cut.fee = Split.share(price, Split.atMost(feeBps, MAX_FEE_BPS));
        (address receiver, uint256 royalty) = Collection(collection).royaltyInfo(tokenId, price);
        if (receiver == seller || receiver == address(this)) return cut;
        (cut.royalty, cut.royaltyReceiver) = (royalty, receiver);
    }

    function _refund(address collection, uint256 tokenId, address offerer, OfferRecord memory offer) private {
        _pay(collection, tokenId, _currencyAt(offer.currencyIndex), offerer, offer.price);
        emit OfferCancelled(collection, tokenId, offerer, offer.index);
    }

    function _pay(address collection, uint256 tokenId, address currency, address who, uint256 amount) private {
        if (!_payOrOwe(currency, who, amount)) emit Owed(collection, tokenId, who, currency, amount);
    }

    /// @dev Whether the token has not moved since it was listed, which means that `owner` listed it, and `owner` has not voided the
    /// listing.
    function _stands(address owner, uint256 transfers, ListingRecord memory listing) private view returns (bool) {
        return listing.transfers == transfers & type(uint32).max && listing.counter == counterOf[owner];
    }

    function _tag(address seller) private pure returns (uint256) {
        return uint160(seller) & type(uint80).max;
    }

    function _unpack(uint256 packed) private pure returns (ListingRecord memory) {
        return ListingRecord({
            price: packed & type(uint80).max,
            currencyIndex: packed >> 80 & 0xff,
            maxCutBps: packed >> 88 & 0xfff,
            expiresAt: packed >> 100 & type(uint32).max,
            counter: packed >> 132 & 0xfff,
            transfers: packed >> 144 & type(uint32).max,
            seller: packed >> 176
        });
    }

    function _checkTerms(uint256 price, uint256 expiresAt) private view {
        if (price == 0 || price > type(uint80).max) revert PriceOutOfBounds(price);
        uint256 latest = Math.min(block.timestamp + MAX_DURATION, type(uint32).max);
        if (_isPast(expiresAt) || expiresAt > latest) revert ExpiryOutOfBounds(expiresAt);
    }

    function _isPast(uint256 second) private view returns (bool) {
        // forge-lint: disable-next-line(block-timestamp) a second more or less does not matter for a listing or an offer
        return block.timestamp > second;
    }

    function _checkMaxCut(uint256 maxCutBps) private pure {
        if (maxCutBps > MAX_FEE_BPS + MAX_ROYALTY_BPS) revert MaxCutOutOfBounds(maxCutBps);
    }

    function _payable(address currency) private view returns (Currency memory entry) {
        entry = _currencies[currency];
        if (!entry.enabled || entry.paused) revert TokenNotPayable(currency);
    }

    /// @dev New listings in the native coin are always possible; while it is paused or disabled, purchases in it revert.
    function _indexOf(address currency) private view returns (uint256) {
        return currency == NATIVE ? 0 : _payable(currency).index;
    }

    function _currencyAt(uint256 index) private view returns (address) {
        return index == 0 ? NATIVE : _tokens[index];
    }

    function _checkCollection(address collection) private view {
        if (!CollectionAddress.isMade(collection, address(FACTORY), _IMPLEMENTATION)) revert ForeignCollection(collection);
    }
}
