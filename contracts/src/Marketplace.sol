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
/// @notice Sells the tokens of collections that the factory made, at a listed price or for an offer; other collections are refused.
/// A listed token stays with its seller, who lets this contract move it; an offer's money waits here until the offer is accepted or
/// cancelled. The contract is not upgradeable, and no function of owner or admins reaches an offer's money or anybody's token. README.md
/// says how long a listing lives.
///
/// Times are Unix seconds, and the second a deadline names still belongs to the listing or offer. Amounts are in the currency's smallest
/// unit, shares in basis points; the native coin is the zero address. The *cut* is what is taken off a price: fee and royalty together.
/// @dev Collections run the factory's implementation, which nobody can change, so their answers are believed: a transfer that does not
/// revert has happened, the transfer counter never repeats, a number is minted once.
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
    /// counter 12, transfers 32, seller 80 (the lowest bits of the address). While the token's transfer counter is what it was, its owner
    /// is the seller; what is kept of the address only spares the seller that question when it removes the listing.
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
        bool paused;
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
    /// @notice A royalty is never more of a price than this: collections see to it.
    uint256 public constant MAX_ROYALTY_BPS = 1000;
    /// @notice How long a listing or an offer can last.
    uint256 public constant MAX_DURATION = 365 days;
    /// @notice How often a seller can void all its listings.
    uint256 public constant MAX_COUNTER = 4095;

    Platform public immutable PLATFORM;
    /// @notice Whose collections are traded here.
    CollectionFactory public immutable FACTORY;
    address private immutable _IMPLEMENTATION;

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
    /// which an `Owed` event just before tells.
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
    /// @notice A payment for this token of `collection`, of a sale or an offer's end, could not be pushed and is owed to `who`.
    event Owed(address indexed collection, uint256 indexed tokenId, address indexed who, address token, uint256 amount);
    event PayableTokenChanged(address indexed token, bool enabled, uint256 index);
    event PausedChanged(address indexed currency, bool paused);

    /// @notice The factory did not make this collection.
    error ForeignCollection(address collection);
    /// @notice The token is not minted yet, or burned.
    error UnknownToken(address collection, uint256 tokenId);
    error NotListed(address collection, uint256 tokenId);
    /// @notice The token left the seller, or the seller voided its listings, since the token was listed.
    error StaleListing(address collection, uint256 tokenId);
    error NotOwner(address collection, uint256 tokenId, address caller);
    error NotSeller(address collection, uint256 tokenId, address caller);
    error NoOffer(address collection, uint256 tokenId, address offerer);
    error NotOfferer(address collection, uint256 tokenId, address caller);
    /// @notice The listing or offer is not for what the caller expects, but for this.
    error TermsChanged(uint256 price, address currency);
    error Expired(uint256 expiresAt);
    /// @notice The buyer or offerer owns the token already.
    error OwnToken(address owner);
    /// @notice Fee and royalty together are more than the seller agreed to.
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

    /// @notice The owner puts a token up for sale, in place of any listing it had. It can be bought while this contract is approved for
    /// it, by `approve` or `setApprovalForAll`, and until it moves.
    /// @param price 1 to 2^80 - 1.
    /// @param maxCutBps The most of the price that fee and royalty together may take at the sale, 0 to 3000; if they take more it is off.
    /// @param expiresAt The last second in which it can be bought, at most MAX_DURATION away.
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

    /// @notice Removes a token's listing: its seller at any time; anybody when it is dead, that is, expired, voided by its seller, or the
    /// token has moved since, burned included.
    function deListing(address collection, uint256 tokenId) external nonReentrant {
        PackedListing storage slot = _listings[collection][tokenId];
        ListingRecord memory listing = _unpack(slot.packed);
        if (listing.price == 0) revert NotListed(collection, tokenId);
        // 80 bits tell the seller: finding an address that passes for another one takes 2^80 tries and gains nothing.
        if (listing.seller != _tag(msg.sender) && !_isPast(listing.expiresAt)) {
            (address owner, uint256 transfers) = Collection(collection).stateOf(tokenId);
            if (_stands(owner, transfers, listing)) revert NotSeller(collection, tokenId, msg.sender);
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

    /// @notice Offers `price` for a token that exists, listed or not, and deposits it: as value for the native coin, else from the
    /// caller's allowance. An offer the caller has open for the token is cancelled by it. It is for that token whoever owns it, and for no
    /// other: a collection never gives a number to a second token, nor a token another content.
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
        _checkCollection(collection);
        (address owner,) = Collection(collection).stateOf(tokenId);
        if (owner == address(0)) revert UnknownToken(collection, tokenId);
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
        Collection nft = Collection(collection);
        (address owner, uint256 transfers) = nft.stateOf(tokenId);
        if (!_stands(owner, transfers, listing)) return found;
        bool approved = nft.getApproved(tokenId) == address(this) || nft.isApprovedForAll(owner, address(this));
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
        _checkCollection(collection);
        Cut memory cut = _cut(collection, tokenId, seller, price);
        return (price - cut.fee - cut.royalty, cut.fee, cut.royalty, cut.royaltyReceiver);
    }

    /// @notice The fees gathered in a currency, which `withdrawFees` pays out.
    function feesOf(address currency) external view returns (uint256) {
        return _currencies[currency].fees;
    }

    /// @notice Whether sales can be made in a currency, and offers: it is enabled, and not paused.
    function isPayableToken(address currency) public view returns (bool) {
        Currency storage entry = _currencies[currency];
        return entry.enabled && !entry.paused;
    }

    // ---- For admins, the owner among them: it reaches no offer's money and nobody's token

    /// @notice Stops or resumes all that moves money in a currency in, and no way out.
    function setPaused(address currency, bool value) external onlyAdmin {
        _currencies[currency].paused = value;
        emit PausedChanged(currency, value);
    }

    // ---- For the owner: the same

    /// @notice Whether sales can be made in a currency, and offers. The native coin is payable from the start.
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

    /// @dev Fee and royalty. There is no royalty when it would go to this contract, which could not pass it on, or to the seller.
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

    /// @dev Whether the token has not moved since it was listed, so that `owner` is who listed it, and `owner` has not voided the listing.
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
        // forge-lint: disable-next-line(block-timestamp) a sequencer's second more or less of a listing or offer is no matter
        return block.timestamp > second;
    }

    function _checkMaxCut(uint256 maxCutBps) private pure {
        if (maxCutBps > MAX_FEE_BPS + MAX_ROYALTY_BPS) revert MaxCutOutOfBounds(maxCutBps);
    }

    function _payable(address currency) private view returns (Currency memory entry) {
        entry = _currencies[currency];
        if (!entry.enabled || entry.paused) revert TokenNotPayable(currency);
    }

    /// @dev The native coin is listed for unasked; while it is stopped nobody can buy.
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
