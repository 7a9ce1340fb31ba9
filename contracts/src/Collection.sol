// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC2981} from "@openzeppelin/contracts/interfaces/IERC2981.sol";
import {IERC4906} from "@openzeppelin/contracts/interfaces/IERC4906.sol";
import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Utils} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Utils.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Platform} from "./Platform.sol";
import {NumberedSettlement} from "./Settlement.sol";
import {Split} from "./Split.sol";

/// @notice The metadata of the contract itself.
interface IERC7572 {
    function contractURI() external view returns (string memory);

    event ContractURIUpdated();
}

/// @notice The number of transfers of a token. An unchanged count means that the token has not moved.
interface ITransferCount {
    function transferCount(uint256 tokenId) external view returns (uint256);
}

/// @title Collection
/// @notice A creator's NFTs (ERC-721). The creator mints them, or signs vouchers that buyers redeem; the price goes to the creator, less
/// the platform fee. A token's content is fixed when it is minted. Nobody can change it, and admins have no rights here.
///
/// A token ID is used once: it cannot be minted again, not even after a burn. A token's content is the SHA-256 of its metadata file, and
/// `tokenURI` is the IPFS address (CID) made from this hash. The file has that address if it is added as a single raw block (at most
/// 256 KiB by default).
/// @dev Runs behind a proxy, so `initialize` replaces the constructor; CollectionFactory creates and initialises the proxy in one
/// transaction.
contract Collection is Initializable, ERC721, EIP712, NumberedSettlement, IERC2981, IERC4906, IERC7572, ITransferCount {
    using Strings for string;

    /// @notice The parameters of a new collection. Lengths are in bytes: name 1-100, symbol 1-32, description 1-4000, image and banner
    /// 1-500 (URIs), externalLink up to 500.
    struct Terms {
        string name;
        string symbol;
        string description;
        string image;
        string banner;
        string externalLink;
        address royaltyRecipient;
        uint256 royaltyBps;
    }

    struct Texts {
        string name;
        string symbol;
        string description;
        string image;
        string banner;
        string externalLink;
    }

    /// @notice A creator's signed permission to mint `supply` tokens with the same content, numbered from `tokenId`. Each costs `price` of
    /// `currency` (zero: native coin) and goes to `recipient` (zero: anybody). The voucher is valid until the end of the second `deadline`.
    /// `nonce` is the value of `voucherNonce` at signing. A revocation raises `voucherNonce`, and voids the vouchers it covers that have a
    /// lower nonce.
    struct Voucher {
        uint256 tokenId;
        uint256 supply;
        uint256 price;
        address currency;
        bytes32 content;
        address recipient;
        uint256 nonce;
        uint256 deadline;
    }

    /// @dev One slot. `minted` remains set after a burn. Before minting, vouchers with a nonce below `floor` are void.
    struct Token {
        address owner;
        uint48 transfers;
        uint40 floor;
        bool minted;
    }

    uint256 public constant MAX_ROYALTY_BPS = 1000;
    /// @notice The maximum number of tokens in one call that mints or revokes.
    uint256 public constant MAX_BATCH = 100;
    bytes32 public constant VOUCHER_TYPEHASH = keccak256(
        "Voucher(uint256 tokenId,uint256 supply,uint256 price,address currency,bytes32 content,address recipient,uint256 nonce,uint256 deadline)"
    );
    bytes32 private constant BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
    /// @dev `ipfs://` and the characters with which every version 1 CID of a raw SHA-256 begins in base 32, and the number of characters
    /// after them.
    string private constant CID_PREFIX = "ipfs://bafkrei";
    uint256 private constant CID_DIGITS = 52;
    /// @dev ERC-4906 defines only events, so the standard assigns its interface id. The events are never emitted: metadata never changes.
    bytes4 private constant ERC4906_ID = 0x49064906;

    Platform public immutable PLATFORM;
    address public immutable FACTORY;

    /// @notice The creator of the collection, who mints, signs vouchers and is paid.
    address public creator;
    /// @notice The platform fee on voucher sales, in basis points. Fixed when the creator creates the collection or takes it over;
    /// `lowerFee` may lower it.
    uint16 public feeBps;
    /// @dev The number of revocations, and the nonce below which every voucher is void.
    uint40 private _nonce;
    uint40 private _floor;
    address private _royaltyRecipient;
    uint16 private _royaltyBps;
    /// @notice The account that may take the collection over with `acceptCreator`.
    address public pendingCreator;
    Texts private _texts;

    mapping(uint256 tokenId => Token) private _tokens;
    mapping(uint256 tokenId => bytes32) private _contents;
    mapping(address owner => uint256) private _balances;

    event CreatorProposed(address indexed creator, address indexed candidate);
    event CreatorChanged(address indexed previous, address indexed creator);
    event RoyaltyChanged(address indexed recipient, uint256 royaltyBps);
    event FeeChanged(uint256 feeBps);
    /// @notice `payer` bought a token, minted in this transaction; the creator gets the price less the fee. If a payment could not be
    /// pushed, an `Owed` or `FeeOwed` event follows.
    event Redeemed(uint256 indexed tokenId, address indexed payer, address currency, uint256 price, uint256 fee);
    /// @notice Vouchers for this token ID with a lower nonce are void.
    event VoucherRevoked(uint256 indexed tokenId, uint256 nonce);
    /// @notice Vouchers with a lower nonce are void: all signed so far.
    event AllVouchersRevoked(uint256 nonce);

    error NotFactory(address caller);
    error NotCreator(address caller);
    error NotPendingCreator(address caller);
    /// @notice The Platform has not enabled this account as a creator.
    error CreatorNotEnabled(address account);
    error TextOutOfBounds(bytes32 field, uint256 length, uint256 limit);
    error InvalidRoyaltyRecipient(address recipient);
    error RoyaltyTooHigh(uint256 royaltyBps, uint256 limit);
    error FeeNotLower(uint256 feeBps, uint256 current);
    error AlreadyMinted(uint256 tokenId);
    error EmptyContent(uint256 tokenId);
    error BatchOutOfBounds(uint256 size, uint256 limit);
    error NotInVoucher(uint256 tokenId);
    error VoucherExpired(uint256 deadline);
    error VoucherVoid(uint256 tokenId, uint256 nonce, uint256 floor);
    error NonceAhead(uint256 nonce, uint256 current);
    error WrongRecipient(address recipient, address to);
    error WrongSignature(address creator);
    error TokenNotPayable(address token);

    modifier onlyCreator() {
        if (msg.sender != creator) revert NotCreator(msg.sender);
        _;
    }

    /// @dev Runs for the implementation only, which has no creator and cannot be initialised.
    constructor(Platform platform) ERC721("", "") EIP712("Collection", "1") {
        PLATFORM = platform;
        FACTORY = msg.sender;
        _disableInitializers();
    }

    /// @notice Called by the factory when it creates the collection; later calls revert with InvalidInitialization.
    function initialize(address firstCreator, Terms calldata terms) external initializer {
        if (msg.sender != FACTORY) revert NotFactory(msg.sender);
        _texts.name = _checked("name", terms.name, 1, 100);
        _texts.symbol = _checked("symbol", terms.symbol, 1, 32);
        _setCreator(firstCreator);
        _setRoyalty(terms.royaltyRecipient, terms.royaltyBps, MAX_ROYALTY_BPS);
        _setTexts(terms.description, terms.image, terms.banner, terms.externalLink);
    }

    // ---- Minting

    /// @notice The creator mints a token to `to`, with an unused token ID.
    /// @param content SHA-256 of the token's metadata file.
    function safeMint(address to, uint256 tokenId, bytes32 content) external onlyCreator nonReentrant {
        _mintContent(to, tokenId, content);
        ERC721Utils.checkOnERC721Received(msg.sender, address(0), to, tokenId, "");
    }

    /// @notice The creator mints 1 to MAX_BATCH tokens to `to`, numbered from `tokenId`. Contents may repeat, as in an edition.
    function safeMintBatch(address to, uint256 tokenId, bytes32[] calldata contents) external onlyCreator nonReentrant {
        _checkBatch(contents.length);
        for (uint256 i = 0; i < MAX_BATCH; ++i) {
            if (i == contents.length) break;
            _mintContent(to, tokenId + i, contents[i]);
        }
        for (uint256 i = 0; i < MAX_BATCH; ++i) {
            if (i == contents.length) break;
            ERC721Utils.checkOnERC721Received(msg.sender, address(0), to, tokenId + i, "");
        }
    }

    /// @notice Mints one token of a voucher to `to`, who must be the recipient if the voucher names one. The caller pays the voucher's
    /// price: as value in the native coin, or from the caller's allowance. The creator receives the price less the fee.
    /// @param tokenId One of the voucher's token IDs; `voucher.tokenId` if its supply is 1.
    /// @param signature The current creator's signature: ECDSA, or whatever the creator accepts by ERC-1271 if it has code.
    function redeem(Voucher calldata voucher, uint256 tokenId, address to, bytes calldata signature) external payable nonReentrant {
        if (tokenId < voucher.tokenId || tokenId - voucher.tokenId >= voucher.supply) revert NotInVoucher(tokenId);
        if (block.timestamp > voucher.deadline) revert VoucherExpired(voucher.deadline);
        if (voucher.recipient != address(0) && voucher.recipient != to) revert WrongRecipient(voucher.recipient, to);
        uint256 floor = voucherFloor(tokenId);
        if (voucher.nonce < floor) revert VoucherVoid(tokenId, voucher.nonce, floor);
        if (voucher.nonce > _nonce) revert NonceAhead(voucher.nonce, _nonce);
        address currency = voucher.currency;
        if (currency != NATIVE && !PLATFORM.isPayableToken(currency)) revert TokenNotPayable(currency);
        address seller = creator;
        if (!SignatureChecker.isValidSignatureNowCalldata(seller, _digest(voucher), signature)) revert WrongSignature(seller);

        uint256 fee = Split.share(voucher.price, feeBps);
        _mintContent(to, tokenId, voucher.content);
        emit Redeemed(tokenId, msg.sender, currency, voucher.price, fee);
        _pull(currency, msg.sender, voucher.price);
        if (fee != 0) _checkGas(2);
        _pay(tokenId, currency, seller, voucher.price - fee);
        if (fee != 0) _payFee(tokenId, currency, PLATFORM.treasuryAddress(), fee);
        ERC721Utils.checkOnERC721Received(msg.sender, address(0), to, tokenId, "");
    }

    /// @notice The owner, or an approved account, burns a token. Its ID is never used again.
    function burn(uint256 tokenId) external {
        _update(address(0), tokenId, msg.sender);
    }

    // ---- For the creator

    /// @notice Voids the vouchers signed so far for `supply` token IDs (1 to MAX_BATCH), numbered from `tokenId`. Minted IDs are skipped;
    /// reverts if all are minted.
    function revokeVouchers(uint256 tokenId, uint256 supply) external onlyCreator {
        _checkBatch(supply);
        uint40 nonce = ++_nonce;
        bool any;
        for (uint256 i = 0; i < MAX_BATCH; ++i) {
            if (i == supply) break;
            Token storage token = _tokens[tokenId + i];
            if (token.minted) continue;
            token.floor = nonce;
            any = true;
            emit VoucherRevoked(tokenId + i, nonce);
        }
        if (!any) revert AlreadyMinted(tokenId);
    }

    /// @notice Voids all vouchers signed so far.
    function revokeAllVouchers() external onlyCreator {
        _revokeAll();
    }

    /// @notice Changes the metadata in `contractURI`, except name, symbol and royalty.
    function setContractMetadata(
        string calldata newDescription,
        string calldata newImage,
        string calldata newBanner,
        string calldata newExternalLink
    ) external onlyCreator {
        _setTexts(newDescription, newImage, newBanner, newExternalLink);
    }

    /// @notice Sets the royalty receiver and the royalty. The royalty can be lowered but never raised.
    function setRoyalty(address recipient, uint256 royaltyBps) external onlyCreator {
        _setRoyalty(recipient, royaltyBps, _royaltyBps);
        emit ContractURIUpdated();
    }

    /// @notice First step of transferring the collection to another creator enabled on the Platform, who accepts with `acceptCreator`. The
    /// zero address withdraws the proposal.
    function transferCreator(address candidate) external onlyCreator {
        if (candidate != address(0)) _checkEnabled(candidate);
        pendingCreator = candidate;
        emit CreatorProposed(msg.sender, candidate);
    }

    /// @notice Second step, by the candidate. The collection takes the candidate's current platform fee; otherwise one creator could sell
    /// with another creator's fee. Vouchers of earlier creators are void, even if one of them returns. Reverts if the Platform has removed
    /// the candidate in the meantime.
    function acceptCreator() external {
        if (msg.sender != pendingCreator) revert NotPendingCreator(msg.sender);
        _checkEnabled(msg.sender);
        delete pendingCreator;
        _revokeAll();
        _setCreator(msg.sender);
    }

    /// @notice Applies the platform's current fee for the creator if it is lower. Anybody may call it.
    function lowerFee() external {
        (uint256 fee,) = PLATFORM.getPlatformFees(creator);
        if (fee >= feeBps) revert FeeNotLower(fee, feeBps);
        _setFee(fee);
    }

    /// @notice Pays the fees in `token` that could not be pushed; they go to the current treasury. Anybody may call it.
    function withdrawFees(address token) external nonReentrant {
        address treasury = PLATFORM.treasuryAddress();
        uint256 amount = owedFees[token];
        if (amount == 0) revert NothingOwed(token, treasury);
        _withdrawFees(token, treasury, amount);
    }

    // ---- Reading

    function name() public view override returns (string memory) {
        return _texts.name;
    }

    function symbol() public view override returns (string memory) {
        return _texts.symbol;
    }

    function balanceOf(address owner) public view override(ERC721, IERC721) returns (uint256) {
        if (owner == address(0)) revert ERC721InvalidOwner(owner);
        return _balances[owner];
    }

    /// @notice `ipfs://` and the version 1 CID of the token's content: a raw SHA-256 in base 32.
    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireOwned(tokenId);
        uint256 content = uint256(_contents[tokenId]);
        bytes memory digits = new bytes(CID_DIGITS);
        // At five bits per character, the characters hold 260 bits: two that complete the prefix, the 256 of the content, and two of
        // padding. The first two and the last two are zero.
        for (uint256 i = 0; i < CID_DIGITS - 1; ++i) {
            digits[i] = BASE32[(content >> (253 - 5 * i)) & 31];
        }
        digits[CID_DIGITS - 1] = BASE32[(content << 2) & 31];
        return string.concat(CID_PREFIX, string(digits));
    }

    /// @notice SHA-256 of a token's metadata file, also after a burn; zero if the token was never minted.
    function contentOf(uint256 tokenId) external view returns (bytes32) {
        return _contents[tokenId];
    }

    /// @notice The collection's metadata (ERC-7572) as a data URI of JSON encoded in base 64.
    function contractURI() external view returns (string memory) {
        string memory texts = string.concat(
            _property("name", _texts.name),
            _property("symbol", _texts.symbol),
            _property("description", _texts.description),
            _property("image", _texts.image),
            _property("banner_image", _texts.banner),
            _property("external_link", _texts.externalLink)
        );
        string memory royalty = string.concat(
            '"seller_fee_basis_points":',
            Strings.toString(_royaltyBps),
            ',"fee_recipient":"',
            Strings.toChecksumHexString(_royaltyRecipient),
            '"'
        );
        return string.concat("data:application/json;base64,", Base64.encode(bytes(string.concat("{", texts, royalty, "}"))));
    }

    /// @notice The royalty on a sale (ERC-2981), rounded down; the same for every token.
    function royaltyInfo(uint256, uint256 salePrice) external view returns (address recipient, uint256 amount) {
        return (_royaltyRecipient, Math.mulDiv(salePrice, _royaltyBps, 10_000));
    }

    /// @notice The number of transfers of a token, including mint and burn. It never decreases, so an unchanged count means that the token
    /// has not moved.
    function transferCount(uint256 tokenId) external view returns (uint256) {
        return _tokens[tokenId].transfers;
    }

    /// @notice A token's owner and its `transferCount`. Does not revert: the owner is zero if the token does not exist.
    function stateOf(uint256 tokenId) external view returns (address owner, uint256 transfers) {
        Token storage token = _tokens[tokenId];
        return (token.owner, token.transfers);
    }

    /// @notice The nonce for a voucher signed now.
    function voucherNonce() external view returns (uint256) {
        return _nonce;
    }

    /// @notice The nonce below which vouchers for this token ID are void. Reverts if the token is minted, because then all are void.
    function voucherFloor(uint256 tokenId) public view returns (uint256) {
        Token storage token = _tokens[tokenId];
        if (token.minted) revert AlreadyMinted(tokenId);
        return Math.max(_floor, token.floor);
    }

    function supportsInterface(bytes4 interfaceId) public view override(ERC721, IERC165) returns (bool) {
        return interfaceId == type(IERC2981).interfaceId || interfaceId == ERC4906_ID || interfaceId == type(IERC7572).interfaceId
            || interfaceId == type(ITransferCount).interfaceId || super.supportsInterface(interfaceId);
    }

    // ---- Internal

    /// @dev The owner is stored in `_tokens`, beside the transfer count, and not in ERC721's own mapping, which remains empty.
    function _ownerOf(uint256 tokenId) internal view override returns (address) {
        return _tokens[tokenId].owner;
    }

    /// @dev Like ERC721's check, but reads the token's own approval before the owner's operators: a transfer clears that approval anyway,
    /// so an account approved for the token saves the gas of reading another slot.
    function _isAuthorized(address owner, address spender, uint256 tokenId) internal view override returns (bool) {
        return spender != address(0)
            && (owner == spender || _getApproved(tokenId) == spender || isApprovedForAll(owner, spender));
    }

    /// @dev Runs in every mint, transfer and burn. Does what ERC721's `_update` does, but stores the owner and the transfer count in one
    /// slot.
    function _update(address to, uint256 tokenId, address auth) internal override returns (address from) {
        Token storage token = _tokens[tokenId];
        from = token.owner;
        if (auth != address(0)) _checkAuthorized(from, auth, tokenId);
        if (from != address(0)) {
            _approve(address(0), tokenId, address(0), false);
            --_balances[from];
        }
        if (to != address(0)) ++_balances[to];
        _write(token, to, uint256(token.transfers) + 1);
        emit Transfer(from, to, tokenId);
    }

    /// @dev Writes the slot of a minted token in one step: its members from the lowest bit up, in the order of `Token`. The floor becomes
    /// zero; it is not used after minting.
    function _write(Token storage token, address owner, uint256 transfers) private {
        uint256 slot = uint160(owner) | transfers << 160 | 1 << 248;
        assembly ("memory-safe") {
            sstore(token.slot, slot)
        }
    }

    function _mintContent(address to, uint256 tokenId, bytes32 content) private {
        if (content == 0) revert EmptyContent(tokenId);
        if (_tokens[tokenId].minted) revert AlreadyMinted(tokenId);
        _mint(to, tokenId);
        _contents[tokenId] = content;
    }

    /// @dev The digest the creator signs. All fields are words, so the ABI encoding of the struct is also its EIP-712 encoding.
    function _digest(Voucher calldata voucher) private view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(VOUCHER_TYPEHASH, voucher)));
    }

    function _property(string memory key, string memory value) private pure returns (string memory) {
        return string.concat('"', key, '":"', value.escapeJSON(), '",');
    }

    function _checkBatch(uint256 size) private pure {
        if (size == 0 || size > MAX_BATCH) revert BatchOutOfBounds(size, MAX_BATCH);
    }

    function _checked(bytes32 field, string calldata text, uint256 least, uint256 most) private pure returns (string calldata) {
        uint256 length = bytes(text).length;
        if (length < least || length > most) revert TextOutOfBounds(field, length, most);
        return text;
    }

    function _checkEnabled(address account) private view {
        if (!PLATFORM.isCreator(account)) revert CreatorNotEnabled(account);
    }

    function _revokeAll() private {
        _floor = ++_nonce;
        emit AllVouchersRevoked(_nonce);
    }

    function _setCreator(address account) private {
        emit CreatorChanged(creator, account);
        creator = account;
        (uint256 fee,) = PLATFORM.getPlatformFees(account);
        _setFee(fee);
    }

    function _setFee(uint256 fee) private {
        feeBps = uint16(fee);
        emit FeeChanged(fee);
    }

    function _setRoyalty(address recipient, uint256 royaltyBps, uint256 limit) private {
        if (recipient == address(0)) revert InvalidRoyaltyRecipient(recipient);
        if (royaltyBps > limit) revert RoyaltyTooHigh(royaltyBps, limit);
        (_royaltyRecipient, _royaltyBps) = (recipient, uint16(royaltyBps));
        emit RoyaltyChanged(recipient, royaltyBps);
    }

    function _setTexts(string calldata description, string calldata image, string calldata banner, string calldata externalLink)
        private
    {
        _texts.description = _checked("description", description, 1, 4000);
        _texts.image = _checked("image", image, 1, 500);
        _texts.banner = _checked("banner", banner, 1, 500);
        _texts.externalLink = _checked("externalLink", externalLink, 0, 500);
        emit ContractURIUpdated();
    }
}
