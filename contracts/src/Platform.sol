// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC2981} from "@openzeppelin/contracts/interfaces/IERC2981.sol";
import {Admins} from "./Admins.sol";

/// @title Platform
/// @notice Settings for NFTs: who may create collections, the tokens in which vouchers are payable, the platform fee on a sale, and its
/// receiver. This contract holds no money. Fees are basis points of a price, and the owner cannot set one above MAX_FEE_BPS. The native
/// coin is the zero address and always payable here.
contract Platform is Admins {
    /// @dev Read by every sale, in one slot.
    struct Config {
        address treasury;
        uint16 feeBps;
    }

    /// @dev `feeSet` distinguishes a custom fee of 0 from none.
    struct Account {
        bool creator;
        bool feeSet;
        uint16 feeBps;
    }

    /// @notice The maximum fee.
    uint256 public constant MAX_FEE_BPS = 2000;
    /// @dev The gas a collection may use to return its royalty, and the price in the query: the royalty for a price of 10,000 is in basis
    /// points.
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

    /// @notice The platform fee of a sale by `seller`, in basis points of the price, and its receiver.
    function getPlatformFees(address seller) external view returns (uint256 feeBps, address treasury) {
        Account storage account = _accounts[seller];
        return (account.feeSet ? account.feeBps : _config.feeBps, _config.treasury);
    }

    /// @notice The fee of sellers without a custom fee, in basis points.
    function getDefaultFees() external view returns (uint256 feeBps) {
        return _config.feeBps;
    }

    /// @notice Whether `seller` has a custom fee, and the fee that applies.
    function getCustomFees(address seller) external view returns (bool set, uint256 feeBps) {
        Account storage account = _accounts[seller];
        return account.feeSet ? (true, account.feeBps) : (false, _config.feeBps);
    }

    function treasuryAddress() external view returns (address) {
        return _config.treasury;
    }

    /// @notice Whether vouchers may be priced in `token`. The Marketplace has its own list.
    function isPayableToken(address token) external view returns (bool) {
        return token == address(0) || _payable[token];
    }

    /// @notice The royalty receiver of a token (ERC-2981); zero if its collection pays none or returns no valid answer. For display only:
    /// in a sale, the caller could limit the gas so that the query fails and no royalty is paid.
    function getRoyaltyRecipient(address collection, uint256 tokenId) external view returns (address recipient) {
        (recipient,) = _royalty(collection, tokenId);
    }

    /// @notice The royalty of a token in basis points of its price (ERC-2981), 0 to 10,000; 0 if its collection pays none or returns no
    /// valid answer. For display only.
    function getRoyaltyFee(address collection, uint256 tokenId) external view returns (uint256 feeBps) {
        (, feeBps) = _royalty(collection, tokenId);
    }

    // ---- For admins and the owner

    /// @notice Lets `account` create collections.
    function addCreator(address account) external onlyAdmin {
        if (account == address(0)) revert InvalidCreator(account);
        if (_accounts[account].creator) revert AlreadyCreator(account);
        _accounts[account].creator = true;
        emit CreatorAdded(account);
    }

    /// @notice `account` may no longer create collections. Its existing collections, tokens and vouchers are unaffected.
    function removeCreator(address account) external onlyAdmin {
        if (!_accounts[account].creator) revert NotCreator(account);
        _accounts[account].creator = false;
        emit CreatorRemoved(account);
    }

    // ---- For the owner

    /// @notice Sets the fee of sellers without a custom fee.
    function setDefaultFees(uint256 feeBps) external onlyOwner {
        _setDefaultFees(feeBps);
    }

    /// @notice Sets the fee of one seller; 0 is a custom fee of zero.
    function setCustomFees(address seller, uint256 feeBps) external onlyOwner {
        _checkFee(feeBps);
        Account storage account = _accounts[seller];
        account.feeSet = true;
        account.feeBps = uint16(feeBps);
        emit CustomFeeChanged(seller, true, feeBps);
    }

    /// @notice Removes the custom fee of `seller`; the default fee applies again.
    function removeCustomFees(address seller) external onlyOwner {
        Account storage account = _accounts[seller];
        account.feeSet = false;
        account.feeBps = 0;
        emit CustomFeeChanged(seller, false, _config.feeBps);
    }

    function setTreasury(address treasury) external onlyOwner {
        _setTreasury(treasury);
    }

    /// @notice Enables or disables voucher prices in `token`, which must be a plain ERC-20 whose issuer is trusted with balances.
    function setPayableToken(address token, bool enable) external onlyOwner {
        if (token.code.length == 0) revert TokenWithoutCode(token);
        _payable[token] = enable;
        emit PayableTokenChanged(token, enable);
    }

    // ---- Internal

    /// @dev Queries a collection, which may be any contract: gas and the size of the answer are limited. A revert, a missing or an invalid
    /// answer counts as no royalty.
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
