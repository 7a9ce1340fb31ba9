// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC2981} from "@openzeppelin/contracts/interfaces/IERC2981.sol";
import {Admins} from "./Admins.sol";

/// @title Platform
/// @notice What the NFT side asks the platform: who may create collections, which tokens are money, what share of a sale the platform
/// takes, and where it goes. It holds nobody's money. Fees are basis points of a price and never above MAX_FEE_BPS, whatever the owner
/// sets; the native coin is the zero address and always payable.
contract Platform is Admins {
    /// @dev What every sale reads, in one slot.
    struct Config {
        address treasury;
        uint16 feeBps;
    }

    /// @dev `feeSet` tells a custom fee of 0 from none.
    struct Account {
        bool creator;
        bool feeSet;
        uint16 feeBps;
    }

    /// @notice No fee is ever above this share of a price.
    uint256 public constant MAX_FEE_BPS = 2000;
    /// @dev Gas a collection may use to say its royalty, and the price it is asked about: the answer to 10,000 is in basis points.
    uint256 private constant ROYALTY_GAS = 100_000;
    uint256 private constant WHOLE = 10_000;

    Config private _config;
    mapping(address account => Account) private _accounts;
    mapping(address token => bool) private _payable;

    event CreatorAdded(address indexed creator);
    event CreatorRemoved(address indexed creator);
    event DefaultFeeChanged(uint256 feeBps);
    event CustomFeeChanged(address indexed seller, bool set, uint256 feeBps);
    event TreasuryChanged(address indexed treasury);
    event PayableTokenChanged(address indexed token, bool enabled);

    error InvalidCreator(address account);
    error AlreadyCreator(address account);
    error NotCreator(address account);
    error FeeTooHigh(uint256 feeBps, uint256 limit);
    error InvalidTreasury(address treasury);
    error TokenWithoutCode(address token);

    constructor(address owner, uint256 feeBps, address treasury) Admins(owner) {
        _setDefaultFees(feeBps);
        _setTreasury(treasury);
    }

    // ---- Reading

    /// @notice Whether `account` may create collections.
    function isCreator(address account) external view returns (bool) {
        return _accounts[account].creator;
    }

    /// @notice All that a sale of `seller`'s has to know: the fee in basis points of the price, and where it goes.
    function getPlatformFees(address seller) external view returns (uint256 feeBps, address treasury) {
        Account storage account = _accounts[seller];
        return (account.feeSet ? account.feeBps : _config.feeBps, _config.treasury);
    }

    /// @notice The fee of sellers without one of their own, in basis points.
    function getDefaultFees() external view returns (uint256 feeBps) {
        return _config.feeBps;
    }

    /// @notice Whether `seller` has a fee of its own, and the fee that applies to it.
    function getCustomFees(address seller) external view returns (bool set, uint256 feeBps) {
        Account storage account = _accounts[seller];
        return account.feeSet ? (true, account.feeBps) : (false, _config.feeBps);
    }

    function treasuryAddress() external view returns (address) {
        return _config.treasury;
    }

    /// @notice Whether NFTs may be priced in `token`.
    function isPayableToken(address token) external view returns (bool) {
        return token == address(0) || _payable[token];
    }

    /// @notice For showing, not for settling, where whoever calls could starve the question of gas: who gets the royalty of a token (ERC-2981); zero when its collection pays none or gives no sensible answer.
    function getRoyaltyRecipient(address collection, uint256 tokenId) external view returns (address recipient) {
        (recipient,) = _royalty(collection, tokenId);
    }

    /// @notice The royalty of a token in basis points of its price (ERC-2981), 0 to 10,000; 0 when its collection pays none or gives no
    /// sensible answer. A sale bounds it by what the fee leaves.
    function getRoyaltyFee(address collection, uint256 tokenId) external view returns (uint256 feeBps) {
        (, feeBps) = _royalty(collection, tokenId);
    }

    // ---- For admins, the owner among them

    /// @notice Lets `account` create collections.
    function addCreator(address account) external onlyAdmin {
        if (account == address(0)) revert InvalidCreator(account);
        if (_accounts[account].creator) revert AlreadyCreator(account);
        _accounts[account].creator = true;
        emit CreatorAdded(account);
    }

    /// @notice `account` may create no more collections; those it created, their tokens and vouchers are not touched.
    function removeCreator(address account) external onlyAdmin {
        if (!_accounts[account].creator) revert NotCreator(account);
        _accounts[account].creator = false;
        emit CreatorRemoved(account);
    }

    // ---- For the owner

    /// @notice The fee of sellers without one of their own.
    function setDefaultFees(uint256 feeBps) external onlyOwner {
        _setDefaultFees(feeBps);
    }

    /// @notice The fee of one seller; 0 is a fee of nothing.
    function setCustomFees(address seller, uint256 feeBps) external onlyOwner {
        _checkFee(feeBps);
        Account storage account = _accounts[seller];
        account.feeSet = true;
        account.feeBps = uint16(feeBps);
        emit CustomFeeChanged(seller, true, feeBps);
    }

    /// @notice The default fee applies to `seller` again.
    function removeCustomFees(address seller) external onlyOwner {
        Account storage account = _accounts[seller];
        account.feeSet = false;
        account.feeBps = 0;
        emit CustomFeeChanged(seller, false, _config.feeBps);
    }

    function setTreasury(address treasury) external onlyOwner {
        _setTreasury(treasury);
    }

    /// @notice Allows or stops allowing prices in `token`, a plain ERC-20 whose issuer is trusted to keep its balances.
    function setPayableToken(address token, bool enable) external onlyOwner {
        if (token.code.length == 0) revert TokenWithoutCode(token);
        _payable[token] = enable;
        emit PayableTokenChanged(token, enable);
    }

    // ---- Inside

    /// @dev Asks a collection, which may be anything: gas and the part of the answer that is read are bounded, a revert, no answer and
    /// nonsense count as no royalty.
    function _royalty(address collection, uint256 tokenId) private view returns (address recipient, uint256 feeBps) {
        bytes memory data = abi.encodeCall(IERC2981.royaltyInfo, (tokenId, WHOLE));
        bool ok;
        uint256 first;
        assembly ("memory-safe") {
            ok := staticcall(ROYALTY_GAS, collection, add(data, 32), mload(data), 0, 64)
            ok := and(ok, gt(returndatasize(), 63))
            first := mload(0)
            feeBps := mload(32)
        }
        if (!ok || first == 0 || first > type(uint160).max || feeBps == 0) return (address(0), 0);
        return (address(uint160(first)), feeBps > WHOLE ? WHOLE : feeBps);
    }

    function _checkFee(uint256 feeBps) private pure {
        if (feeBps > MAX_FEE_BPS) revert FeeTooHigh(feeBps, MAX_FEE_BPS);
    }

    function _setDefaultFees(uint256 feeBps) private {
        _checkFee(feeBps);
        _config.feeBps = uint16(feeBps);
        emit DefaultFeeChanged(feeBps);
    }

    function _setTreasury(address treasury) private {
        if (treasury == address(0) || treasury == address(this)) revert InvalidTreasury(treasury);
        _config.treasury = treasury;
        emit TreasuryChanged(treasury);
    }
}
